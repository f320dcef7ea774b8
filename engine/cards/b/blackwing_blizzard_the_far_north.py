"""Blackwing - Blizzard the Far North."""

from engine.cards.prelude import (
    BY_NORMAL_SUMMON,
    GY,
    TARGET,
    THIS,
    YOU,
    Card,
    Event,
    Filter,
    Happening,
    Select,
    SpecialSummon,
    SummonRules,
    when,
)

CARD = Card(
    "Blackwing - Blizzard the Far North",
    (
        when(
            Event(Happening.SUMMONED, subject=THIS, summoned=BY_NORMAL_SUMMON),
            SpecialSummon(TARGET, "defense"),
            targets=(Select(Filter(zones=GY, who=YOU, series="Blackwing", level_max=4)),),
        ),
    ),
    summon=SummonRules(special=False),
)
