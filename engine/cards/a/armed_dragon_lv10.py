"""Armed Dragon LV10."""

from engine.cards.prelude import (
    HAND,
    MONSTER,
    THEIR_FACE_UP,
    YOU,
    Card,
    Destroy,
    Filter,
    PayCards,
    Select,
    SummonRules,
    every,
    ignition,
    summoned_if,
)

CARD = Card(
    "Armed Dragon LV10",
    (
        summoned_if(
            cost=(PayCards("tribute", Select(Filter(zones=MONSTER, who=YOU, face_up=True, names=("Armed Dragon LV7",)))),)
        ),
        ignition(Destroy(every(THEIR_FACE_UP)), cost=(PayCards("send", Select(Filter(zones=HAND, who=YOU))),)),
    ),
    summon=SummonRules(normal=False, only_own_way=True),
)
