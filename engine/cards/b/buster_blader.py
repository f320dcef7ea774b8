"""Buster Blader."""

from engine.cards.prelude import (
    OPPONENT,
    THIS,
    Card,
    Count,
    Filter,
    MonsterType,
    Property,
    Static,
    Zone,
)

CARD = Card(
    "Buster Blader",
    statics=(
        Static(
            Property.ATK,
            THIS,
            value=Count(Filter(zones=(Zone.MONSTER, Zone.GY), who=OPPONENT, face_up=True, types=(MonsterType.DRAGON,)), 500),
        ),
    ),
)
