"""Marshmallon."""

from engine.cards.prelude import THIS, Battling, Card, Damage, Event, Happening, Property, Static, must

CARD = Card(
    "Marshmallon",
    (
        must(
            Event(Happening.AFTER_CALCULATION, other=THIS),
            Damage(1000),
            condition=Battling(THIS, "target", "face_down"),
        ),
    ),
    (Static(Property.BATTLE_PROOF, THIS),),
)
