"""Trap Hole."""

from engine.cards.prelude import (
    BY_NORMAL_SUMMON,
    EVENT_CARD,
    MONSTER,
    OPPONENT,
    TARGET,
    Card,
    Destroy,
    Event,
    Filter,
    Happening,
    Select,
    SummonKind,
    activation,
)

CARD = Card(
    "Trap Hole",
    (
        activation(
            Destroy(TARGET),
            event=Event(
                Happening.SUMMONED,
                subject=Filter(who=OPPONENT, atk_min=1000),
                summoned=(*BY_NORMAL_SUMMON, SummonKind.FLIP),
            ),
            targets=(Select(Filter(zones=MONSTER, among=(EVENT_CARD,))),),
        ),
    ),
)
