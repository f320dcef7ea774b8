"""Junk Warrior."""

from engine.cards.prelude import (
    MONSTER,
    THIS,
    YOU,
    Apply,
    Card,
    Event,
    Filter,
    Happening,
    Property,
    Static,
    SummonKind,
    Total,
    Until,
    must,
    synchro_of,
)

CARD = Card(
    "Junk Warrior",
    (
        must(
            Event(Happening.SUMMONED, subject=THIS, summoned=(SummonKind.SYNCHRO,)),
            Apply(
                Static(Property.ATK, value=Total(Filter(zones=MONSTER, who=YOU, face_up=True, level_max=2))),
                THIS,
                until=Until.ON_FIELD,
            ),
        ),
    ),
    materials=synchro_of(Filter(names=("Junk Synchron",))),
)
