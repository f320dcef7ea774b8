"""Blackwing - Bora the Spear."""

from engine.cards.prelude import THIS, Card, Property, Static, other_than, summoned_if

CARD = Card(
    "Blackwing - Bora the Spear",
    (
        summoned_if(
            other_than("Blackwing - Bora the Spear", "Blackwing"),
        ),
    ),
    (Static(Property.PIERCING, THIS),),
)
