"""Blackwing - Silverwind the Ascendant."""

from engine.cards.prelude import (
    MONSTER,
    NON_TUNER,
    OPPONENT,
    TARGET,
    THIS,
    YOU,
    Ability,
    Card,
    Destroy,
    During,
    Event,
    Filter,
    Happening,
    Materials,
    Property,
    Select,
    Stat,
    Static,
    SummonKind,
    when,
)

CARD = Card(
    "Blackwing - Silverwind the Ascendant",
    (
        when(
            Event(Happening.SUMMONED, subject=THIS, summoned=(SummonKind.SYNCHRO,)),
            Destroy(TARGET),
            targets=(Select(Filter(zones=MONSTER, face_up=True, def_below=Stat(THIS)), 2, up_to=True, may_be_this=True),),
            oaths=(Static(Property.NO_BATTLE_PHASE, player=YOU),),
        ),
    ),
    (
        Static(
            Property.BATTLE_PROOF,
            Filter(zones=MONSTER, who=YOU, series="Blackwing"),
            condition=During(turn=OPPONENT),
            times=1,
        ),
    ),
    materials=Materials((Filter(series="Blackwing", abilities=(Ability.TUNER,)),), NON_TUNER, 2),
)
