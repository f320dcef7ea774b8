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
    Verify,
    activation,
    every,
)

THEIR_HAND = Filter(zones=HAND, who=OPPONENT)
NAMED = Filter(zones=HAND, who=OPPONENT, declared=True)

CARD = Card(
    "Mind Crush",
    (
        activation(
            Step(Verify(every(THEIR_HAND)), condition=Not(Have(NAMED))),
            Step(Discard(Select(Filter(zones=HAND, who=YOU), random=True)), Joint.ALSO, condition=Not(Have(NAMED))),
            Step(Discard(every(NAMED)), Joint.ALSO, condition=Have(NAMED)),
            condition=Have(THEIR_HAND),
            cost=(DeclareName(),),
        ),
    ),
)
