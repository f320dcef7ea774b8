"""Slifer the Sky Dragon."""

from engine.cards.prelude import (
    BY_NORMAL_SUMMON,
    BY_SPECIAL_SUMMON,
    EVENT_CARD,
    HAND,
    IT,
    MONSTER,
    ONCE,
    OPPONENT,
    THIS,
    YOU,
    Apply,
    Card,
    Count,
    Destroy,
    Did,
    Event,
    Filter,
    Happening,
    Phase,
    Property,
    Send,
    Static,
    SummonRules,
    Until,
    every,
    must,
    then,
)

IN_HAND = Count(Filter(zones=HAND, who=YOU), times=1000)
COME = Filter(zones=MONSTER, who=OPPONENT, face_up=True, attack_position=True)

CARD = Card(
    "Slifer the Sky Dragon",
    (
        must(Event(Happening.PHASE, phase=Phase.END), Send(THIS), condition=Did(THIS, "special_summoned"), limit=ONCE),
        must(
            Event(Happening.SUMMONED, subject=COME, summoned=(*BY_NORMAL_SUMMON, *BY_SPECIAL_SUMMON)),
            Apply(
                Static(Property.ATK, value=-2000),
                every(Filter(zones=MONSTER, face_up=True, among=(EVENT_CARD,), atk_min=1)),
                until=Until.ON_FIELD,
            ),
            then(Destroy(every(Filter(zones=MONSTER, among=(IT,), atk_max=0)))),
        ),
    ),
    (
        Static(Property.SUMMON_SAFE, THIS, word="tribute"),
        Static(Property.SUMMON_SILENT, THIS, word="tribute"),
        Static(Property.ATK, THIS, value=IN_HAND),
        Static(Property.DEF, THIS, value=IN_HAND),
    ),
    SummonRules(tributes=3, settable=False),
)
