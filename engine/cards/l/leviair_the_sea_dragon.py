"""Leviair the Sea Dragon."""

from engine.cards.prelude import (
    ONCE,
    TARGET,
    Card,
    CardKind,
    Filter,
    Materials,
    PayMaterials,
    Select,
    SpecialSummon,
    Zone,
    ignition,
)

LEVEL_3 = Filter(level_min=3, level_max=3)

CARD = Card(
    "Leviair the Sea Dragon",
    (
        ignition(
            SpecialSummon(TARGET),
            cost=(PayMaterials(),),
            targets=(Select(Filter(zones=(Zone.BANISHED,), face_up=True, kinds=(CardKind.MONSTER,), level_max=4)),),
            limit=ONCE,
        ),
    ),
    materials=Materials((LEVEL_3, LEVEL_3)),
)
