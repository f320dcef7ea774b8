"""Dragon's Rebirth."""

from engine.cards.prelude import (
    MONSTER,
    TARGET,
    YOU,
    Banish,
    Card,
    Filter,
    MonsterType,
    Select,
    SpecialSummon,
    Zone,
    activation,
    if_you_do,
)

DRAGON = (MonsterType.DRAGON,)

CARD = Card(
    "Dragon's Rebirth",
    (
        activation(
            Banish(TARGET),
            if_you_do(SpecialSummon(Select(Filter(zones=(Zone.HAND, Zone.GY), who=YOU, types=DRAGON)), frees_zone=True)),
            targets=(Select(Filter(zones=MONSTER, who=YOU, face_up=True, types=DRAGON)),),
        ),
    ),
)
