"""Firewall Dragon."""

from dataclasses import replace

from engine.cards.prelude import (
    GY,
    HAND,
    MONSTER,
    TARGET,
    THIS,
    YOU,
    Card,
    CardKind,
    Count,
    Event,
    Filter,
    Happening,
    Limit,
    Materials,
    MonsterType,
    Scope,
    Select,
    SpecialSummon,
    Standing,
    Timing,
    ToHand,
    Zone,
    quick,
    when,
)

POINTED = Filter(zones=MONSTER, standing=Standing(pointed_by=THIS))

CARD = Card(
    "Firewall Dragon",
    (
        quick(
            ToHand(TARGET),
            targets=(
                Select(
                    Filter(zones=(Zone.MONSTER, *GY), kinds=(CardKind.MONSTER, CardKind.TOKEN)),
                    Count(Filter(zones=MONSTER, standing=Standing(co_linked_with=THIS))),
                    up_to=True,
                    may_be_this=True,
                ),
            ),
            limit=Limit(Scope.USE, while_face_up=True),
        ),
        replace(
            when(
                Event(Happening.BEATEN, subject=POINTED),
                SpecialSummon(Select(Filter(zones=HAND, who=YOU, types=(MonsterType.CYBERSE,)))),
                limit=Limit(Scope.USE),
                timing=Timing.IF,
            ),
            or_event=Event(Happening.SENT, subject=POINTED),
        ),
    ),
    materials=Materials((), Filter(), 2),
)
