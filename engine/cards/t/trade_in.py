"""Trade-In."""

from engine.cards.prelude import HAND, YOU, Card, CardKind, Draw, Filter, PayCards, Select, activation

CARD = Card(
    "Trade-In",
    (
        activation(
            Draw(2),
            cost=(
                PayCards("discard", Select(Filter(zones=HAND, who=YOU, kinds=(CardKind.MONSTER,), level_min=8, level_max=8))),
            ),
        ),
    ),
)
