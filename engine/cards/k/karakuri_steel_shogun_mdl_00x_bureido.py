"""Karakuri Steel Shogun mdl 00X "Bureido"."""

from engine.cards.prelude import (
    DECK,
    MONSTER,
    ONCE,
    THIS,
    TUNER,
    YOU,
    Card,
    CardKind,
    Draw,
    Event,
    Filter,
    Happening,
    MonsterType,
    Select,
    SpecialSummon,
    SummonKind,
    must,
    synchro_of,
    when,
)

TURNED = Filter(zones=MONSTER, who=YOU, face_up=True, series="Karakuri")

CARD = Card(
    'Karakuri Steel Shogun mdl 00X "Bureido"',
    (
        when(
            Event(Happening.SUMMONED, subject=THIS, summoned=(SummonKind.SYNCHRO,)),
            SpecialSummon(Select(Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,), series="Karakuri"))),
        ),
        must(Event(Happening.POSITION, subject=TURNED), Draw(1), limit=ONCE),
    ),
    materials=synchro_of(others=Filter(types=(MonsterType.MACHINE,), none_of=(TUNER,))),
)
