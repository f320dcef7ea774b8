"""Infernalqueen Archfiend."""

from engine.cards.prelude import (
    MONSTER,
    ONCE,
    TARGET,
    THIS,
    Apply,
    Card,
    Event,
    Filter,
    Happening,
    Phase,
    Property,
    Select,
    Static,
    when,
)

CARD = Card(
    "Infernalqueen Archfiend",
    (
        when(
            Event(Happening.PHASE, phase=Phase.STANDBY),
            Apply(Static(Property.ATK, value=1000), TARGET),
            targets=(Select(Filter(zones=MONSTER, face_up=True, series="Archfiend"), may_be_this=True),),
            limit=ONCE,
        ),
    ),
    (Static(Property.UPKEEP, THIS, value=500, word="must"), Static(Property.DIE_SHIELD, THIS, word="2 5")),
)
