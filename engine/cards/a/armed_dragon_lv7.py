"""Armed Dragon LV7."""

from engine.cards.prelude import (
    COST_CARD,
    HAND,
    MONSTER,
    OPPONENT,
    YOU,
    Card,
    CardKind,
    Destroy,
    Filter,
    PayCards,
    Select,
    Stat,
    SummonRules,
    every,
    ignition,
)

CARD = Card(
    "Armed Dragon LV7",
    (
        ignition(
            Destroy(every(Filter(zones=MONSTER, who=OPPONENT, face_up=True, atk_max=Stat(COST_CARD)))),
            cost=(PayCards("send", Select(Filter(zones=HAND, who=YOU, kinds=(CardKind.MONSTER,)))),),
        ),
    ),
    summon=SummonRules(normal=False, only_own_way=True, summoned_by=("Armed Dragon LV5",)),
)
