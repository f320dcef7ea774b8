"""Mind Crush."""

from engine.cards.prelude import (
    HAND,
    OPPONENT,
    YOU,
    Card,
    DeclareName,
    Discard,
    Filter,
    Have,
    Joint,
    Not,
    Select,
    Step,
    activation,
    every,
)

NAMED = Filter(zones=HAND, who=OPPONENT, declared=True)

CARD = Card(
    "Mind Crush",
    (
        activation(
            Step(Discard(Select(Filter(zones=HAND, who=YOU), random=True)), condition=Not(Have(NAMED))),
            Step(Discard(every(NAMED)), Joint.ALSO, condition=Have(NAMED)),
            condition=Have(Filter(zones=HAND, who=OPPONENT)),
            cost=(DeclareName(),),
        ),
    ),
)
