"""Firewall Dragon Singularity."""

from dataclasses import replace

from engine.cards.prelude import (
    GY,
    MONSTER,
    OPPONENT,
    SPELL_TRAP_ZONES,
    TARGET,
    THIS,
    YOU,
    Apply,
    Card,
    Distinct,
    Event,
    Filter,
    Frame,
    Happening,
    Limit,
    Materials,
    MonsterType,
    Property,
    Result,
    Scope,
    Select,
    SpecialSummon,
    Standing,
    Static,
    Times,
    Timing,
    ToHand,
    Until,
    Zone,
    also,
    quick,
    when,
)

POINTED = Filter(zones=MONSTER, standing=Standing(pointed_by=THIS))
KINDS = Filter(zones=(Zone.MONSTER, *GY), who=YOU, face_up=True, frames=(Frame.RITUAL, Frame.FUSION, Frame.SYNCHRO, Frame.XYZ))

CARD = Card(
    "Firewall Dragon Singularity",
    (
        quick(
            ToHand(TARGET),
            also(Apply(Static(Property.ATK, value=Times(Result("moved"), 500)), THIS, Until.ON_FIELD)),
            targets=(
                Select(
                    Filter(zones=(Zone.MONSTER, *SPELL_TRAP_ZONES, *GY), who=OPPONENT),
                    Distinct(KINDS, "frame"),
                    up_to=True,
                ),
            ),
            limit=Limit(Scope.USE),
        ),
        replace(
            when(
                Event(Happening.BEATEN, subject=POINTED),
                SpecialSummon(TARGET),
                targets=(Select(Filter(zones=GY, who=YOU, types=(MonsterType.CYBERSE,))),),
                limit=Limit(Scope.USE),
                timing=Timing.IF,
            ),
            or_event=Event(Happening.SENT, subject=POINTED),
        ),
    ),
    materials=Materials((), Filter(effect_monster=True), 3),
)
