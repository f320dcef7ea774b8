"""Damage Diet."""

from engine.cards.prelude import GY, THIS, YOU, Apply, Card, PayCards, Property, Static, activation, quick

CARD = Card(
    "Damage Diet",
    (
        activation(Apply(Static(Property.HALVE_DAMAGE, player=YOU))),
        quick(
            Apply(Static(Property.HALVE_DAMAGE, player=YOU, word="effect")),
            cost=(PayCards("banish", THIS),),
            zones=GY,
        ),
    ),
)
