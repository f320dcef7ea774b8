"""Limiter Removal."""

from engine.cards.prelude import (
    IT,
    MONSTER,
    YOU,
    Apply,
    Card,
    Filter,
    MonsterType,
    Own,
    Property,
    Static,
    activation,
    every,
    if_you_do,
)

CARD = Card(
    "Limiter Removal",
    (
        activation(
            Apply(
                Static(Property.ATK, value=Own()),
                every(Filter(zones=MONSTER, who=YOU, face_up=True, types=(MonsterType.MACHINE,))),
            ),
            if_you_do(Apply(Static(Property.END_DESTROYS), IT)),
            damage_step=True,
        ),
    ),
)
