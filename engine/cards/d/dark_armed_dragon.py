"""Dark Armed Dragon."""

from engine.cards.prelude import (
    ANY_CARD,
    GY,
    TARGET,
    YOU,
    Attribute,
    Card,
    CardKind,
    Destroy,
    Filter,
    Have,
    PayCards,
    Select,
    SummonRules,
    ignition,
    summoned_if,
)

BURIED = Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,), attributes=(Attribute.DARK,))

CARD = Card(
    "Dark Armed Dragon",
    (
        summoned_if(Have(BURIED, 3, 3)),
        ignition(Destroy(TARGET), cost=(PayCards("banish", Select(BURIED)),), targets=(Select(ANY_CARD, may_be_this=True),)),
    ),
    summon=SummonRules(normal=False, only_own_way=True),
)
