"""Lumina, Lightsworn Summoner."""

from engine.cards.prelude import (
    GY,
    HAND,
    MONSTER,
    ONCE,
    TARGET,
    THIS,
    YOU,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Is,
    Mill,
    PayCards,
    Phase,
    Select,
    SpecialSummon,
    ignition,
    must,
)

FALLEN = Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,), series="Lightsworn", level_max=4)

CARD = Card(
    "Lumina, Lightsworn Summoner",
    (
        ignition(
            SpecialSummon(TARGET),
            cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),),
            targets=(Select(FALLEN),),
            limit=ONCE,
        ),
        must(
            Event(Happening.PHASE, phase=Phase.END, player=YOU),
            Mill(3),
            condition=Is(THIS, Filter(zones=MONSTER, face_up=True)),
            limit=ONCE,
        ),
    ),
)
