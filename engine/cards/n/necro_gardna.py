"""Necro Gardna."""

from engine.cards.prelude import GY, OPPONENT, THIS, Apply, Card, During, PayCards, Property, Static, quick

CARD = Card(
    "Necro Gardna",
    (
        quick(
            Apply(Static(Property.NEXT_ATTACK_NEGATED, player=OPPONENT)),
            condition=During(turn=OPPONENT),
            cost=(PayCards("banish", THIS),),
            zones=GY,
        ),
    ),
)
