"""Cyber End Dragon."""

from engine.cards.prelude import THIS, Card, Property, Static, fusion_of

CARD = Card(
    "Cyber End Dragon",
    (),
    (Static(Property.PIERCING, THIS),),
    materials=fusion_of("Cyber Dragon", "Cyber Dragon", "Cyber Dragon"),
)
