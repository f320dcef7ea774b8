"""Lava Golem."""

from engine.cards.prelude import (
    HAND,
    ONCE,
    OPPONENT,
    THEIR_MONSTERS,
    YOU,
    Card,
    Damage,
    Effect,
    EffectKind,
    Event,
    Happening,
    PayCards,
    Phase,
    Property,
    Select,
    Static,
    SummonRules,
    must,
)

CARD = Card(
    "Lava Golem",
    (
        Effect(
            EffectKind.SUMMON,
            zones=HAND,
            cost=(PayCards("tribute", Select(THEIR_MONSTERS, 2)),),
            oaths=(Static(Property.CANNOT_NORMAL, player=YOU),),
            summon_to=OPPONENT,
        ),
        must(Event(Happening.PHASE, phase=Phase.STANDBY, player=YOU), Damage(1000, YOU), limit=ONCE),
    ),
    summon=SummonRules(normal=False, own_way_first=True),
)
