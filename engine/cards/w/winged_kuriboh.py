"""Winged Kuriboh."""

from engine.cards.prelude import IN_GY, MONSTER, THIS, YOU, Apply, Card, Event, Happening, Property, Static, must

CARD = Card(
    "Winged Kuriboh",
    (
        must(
            Event(Happening.DESTROYED, subject=THIS, origin=MONSTER),
            Apply(Static(Property.NO_BATTLE_DAMAGE, player=YOU)),
            condition=IN_GY,
        ),
    ),
)
