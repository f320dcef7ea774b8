"""Link Spider."""

from engine.cards.prelude import HAND, ONCE, YOU, Card, Filter, Frame, Materials, Select, SpecialSummon, ignition

NORMAL = Filter(frames=(Frame.NORMAL,))

CARD = Card(
    "Link Spider",
    (
        ignition(
            SpecialSummon(Select(Filter(zones=HAND, who=YOU, frames=(Frame.NORMAL,), level_max=4)), pointed=True),
            limit=ONCE,
        ),
    ),
    materials=Materials((NORMAL,)),
)
