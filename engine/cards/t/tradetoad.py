"""Tradetoad."""

from engine.cards.prelude import (
    GY,
    MONSTER,
    ONCE,
    TARGET,
    YOU,
    Card,
    CardKind,
    Filter,
    MonsterType,
    PayCards,
    Select,
    SpecialSummon,
    ignition,
)

CARD = Card(
    "Tradetoad",
    (
        ignition(
            SpecialSummon(TARGET, frees_zone=True),
            cost=(
                PayCards(
                    "tribute",
                    Select(Filter(zones=MONSTER, who=YOU, types=(MonsterType.AQUA,)), may_be_this=True),
                ),
            ),
            targets=(
                Select(
                    Filter(
                        zones=GY, who=YOU, kinds=(CardKind.MONSTER,), series="Frog", none_of=(Filter(names=("Frog the Jam",)),)
                    )
                ),
            ),
            limit=ONCE,
        ),
    ),
)
