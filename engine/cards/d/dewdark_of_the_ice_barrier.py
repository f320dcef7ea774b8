"""Dewdark of the Ice Barrier."""

from engine.cards.prelude import MONSTER, THIS, YOU, Card, Filter, Have, Not, Property, Static

CARD = Card(
    "Dewdark of the Ice Barrier",
    statics=(
        Static(
            Property.DIRECT_ATTACK,
            THIS,
            condition=Not(Have(Filter(zones=MONSTER, who=YOU, face_up=True, none_of=(Filter(level_max=2),)))),
        ),
    ),
)
