"""Stamping Destruction."""

from engine.cards.prelude import (
    ANY_SPELL_TRAP,
    MONSTER,
    TARGET,
    YOU,
    Card,
    Damage,
    Destroy,
    Filter,
    Have,
    MonsterType,
    Select,
    activation,
    if_you_do,
)

CARD = Card(
    "Stamping Destruction",
    (
        activation(
            Destroy(TARGET),
            if_you_do(Damage(500, to_controller=True)),
            condition=Have(Filter(zones=MONSTER, who=YOU, face_up=True, types=(MonsterType.DRAGON,))),
            targets=(Select(ANY_SPELL_TRAP),),
        ),
    ),
)
