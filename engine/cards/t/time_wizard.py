"""Time Wizard."""

from engine.cards.prelude import (
    IT,
    ONCE,
    THEIR_MONSTERS,
    YOU,
    YOUR_MONSTERS,
    Card,
    Compare,
    Damage,
    Destroy,
    Half,
    Joint,
    Result,
    Stat,
    Step,
    TossCoins,
    every,
    if_you_do,
    ignition,
)

RIGHT, WRONG = Compare(Result("called"), "==", 1), Compare(Result("called"), "==", 0)
CARD = Card(
    "Time Wizard",
    (
        ignition(
            TossCoins(called=True),
            Step(Destroy(every(THEIR_MONSTERS)), Joint.THEN, condition=RIGHT),
            Step(Destroy(every(YOUR_MONSTERS)), Joint.ALSO, condition=WRONG),
            if_you_do(Damage(Half(Stat(IT)), YOU)),
            limit=ONCE,
        ),
    ),
)
