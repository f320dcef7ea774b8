"""Judgment Dragon."""

from dataclasses import replace

from engine.cards.prelude import (
    ANY_CARD,
    GY,
    MONSTER,
    ONCE,
    THIS,
    YOU,
    Card,
    CardKind,
    Compare,
    Destroy,
    Distinct,
    Event,
    Filter,
    Happening,
    Is,
    Mill,
    PayLP,
    Phase,
    SummonRules,
    every,
    ignition,
    must,
    summoned_if,
)

FALLEN = Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,), series="Lightsworn")

CARD = Card(
    "Judgment Dragon",
    (
        summoned_if(Compare(Distinct(FALLEN, "name"), ">=", 4)),
        ignition(Destroy(every(replace(ANY_CARD, but=(THIS,)))), cost=(PayLP(1000),)),
        must(
            Event(Happening.PHASE, phase=Phase.END, player=YOU),
            Mill(4),
            condition=Is(THIS, Filter(zones=MONSTER, face_up=True)),
            limit=ONCE,
        ),
    ),
    summon=SummonRules(normal=False, only_own_way=True),
)
