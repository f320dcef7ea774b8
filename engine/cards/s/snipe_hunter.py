"""Snipe Hunter."""

from engine.cards.prelude import (
    ANY_CARD,
    HAND,
    TARGET,
    YOU,
    Both,
    Card,
    Compare,
    Destroy,
    Filter,
    PayCards,
    Result,
    RollDie,
    Select,
    Step,
    ignition,
)

CARD = Card(
    "Snipe Hunter",
    (
        ignition(
            RollDie(),
            Step(
                Destroy(TARGET),
                condition=Both((Compare(Result("die"), ">", 1), Compare(Result("die"), "<", 6))),
            ),
            cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),),
            targets=(Select(ANY_CARD, may_be_this=True),),
        ),
    ),
)
