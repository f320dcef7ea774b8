"""Barrel Dragon."""

from engine.cards.prelude import (
    ONCE,
    TARGET,
    THEIR_MONSTERS,
    Card,
    Compare,
    Destroy,
    Joint,
    Result,
    Select,
    Step,
    TossCoins,
    ignition,
)

CARD = Card(
    "Barrel Dragon",
    (
        ignition(
            TossCoins(3),
            Step(Destroy(TARGET), Joint.THEN, condition=Compare(Result("heads"), ">=", 2)),
            targets=(Select(THEIR_MONSTERS),),
            limit=ONCE,
        ),
    ),
)
