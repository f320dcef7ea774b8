"""Ally of Justice Catastor."""

from engine.cards.prelude import (
    ATTACKED,
    ATTACKER,
    MONSTER,
    THIS,
    Attribute,
    Card,
    Destroy,
    Event,
    Filter,
    Happening,
    must,
    synchro_of,
)

NOT_DARK = Filter(zones=MONSTER, face_up=True, none_of=(Filter(attributes=(Attribute.DARK,)),))
CARD = Card(
    "Ally of Justice Catastor",
    (
        must(Event(Happening.STEP_START, subject=THIS, other=NOT_DARK), Destroy(ATTACKED)),
        must(Event(Happening.STEP_START, subject=NOT_DARK, other=THIS), Destroy(ATTACKER)),
    ),
    materials=synchro_of(),
)
