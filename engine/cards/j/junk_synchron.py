"""Junk Synchron."""

from engine.cards.prelude import (
    BY_NORMAL_SUMMON,
    GY,
    TARGET,
    THIS,
    YOU,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Property,
    Select,
    SpecialSummon,
    Static,
    when,
)

CARD = Card(
    "Junk Synchron",
    (
        when(
            Event(Happening.SUMMONED, subject=THIS, summoned=BY_NORMAL_SUMMON),
            SpecialSummon(TARGET, "defense", applied=(Static(Property.NEGATED, THIS),)),
            targets=(Select(Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,), level_max=2)),),
        ),
    ),
)
