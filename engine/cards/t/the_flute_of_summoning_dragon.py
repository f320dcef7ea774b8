"""The Flute of Summoning Dragon."""

from engine.cards.prelude import (
    HAND,
    MONSTER,
    YOU,
    Card,
    Effect,
    EffectKind,
    Filter,
    Have,
    MonsterType,
    Select,
    SpecialSummon,
    steps,
)

CARD = Card(
    "The Flute of Summoning Dragon",
    (
        Effect(
            EffectKind.ACTIVATION,
            steps(SpecialSummon(Select(Filter(zones=HAND, who=YOU, types=(MonsterType.DRAGON,)), 2, up_to=True))),
            condition=Have(Filter(zones=MONSTER, face_up=True, names=("Lord of D.",))),
            condition_at_resolution=True,
        ),
    ),
)
