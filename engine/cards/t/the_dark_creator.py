"""The Dark Creator."""

from engine.cards.prelude import (
    GY,
    ONCE,
    TARGET,
    YOU,
    YOUR_MONSTERS,
    Attribute,
    Both,
    Card,
    CardKind,
    Effect,
    EffectKind,
    Filter,
    Have,
    Not,
    PayCards,
    Select,
    SpecialSummon,
    SummonRules,
    steps,
    summoned_if,
)

BURIED = Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,), attributes=(Attribute.DARK,))

CARD = Card(
    "The Dark Creator",
    (
        summoned_if(Both((Have(BURIED, 5), Not(Have(YOUR_MONSTERS))))),
        Effect(
            EffectKind.IGNITION,
            steps(SpecialSummon(TARGET)),
            condition=Have(BURIED, 2),
            cost=(PayCards("banish", Select(BURIED)),),
            targets=(Select(BURIED),),
            cost_first=True,
            limit=ONCE,
        ),
    ),
    summon=SummonRules(normal=False, own_way_first=True),
)
