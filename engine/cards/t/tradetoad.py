"""Tradetoad."""

from engine.cards.prelude import (
    GY,
    MONSTER,
    ONCE,
    TARGET,
    YOU,
    Card,
    CardKind,
    Effect,
    EffectKind,
    Filter,
    MonsterType,
    PayCards,
    Select,
    SpecialSummon,
    steps,
)

CARD = Card(
    "Tradetoad",
    (
        Effect(
            EffectKind.IGNITION,
            steps(SpecialSummon(TARGET, frees_zone=True)),
            cost=(PayCards("tribute", Select(Filter(zones=MONSTER, who=YOU, types=(MonsterType.AQUA,)), may_be_this=True)),),
            targets=(
                Select(
                    Filter(
                        zones=GY, who=YOU, kinds=(CardKind.MONSTER,), series="Frog", none_of=(Filter(names=("Frog the Jam",)),)
                    )
                ),
            ),
            cost_first=True,
            limit=ONCE,
        ),
    ),
)
