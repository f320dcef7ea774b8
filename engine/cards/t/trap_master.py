"""Trap Master."""

from engine.cards.prelude import (
    SPELL_TRAP_ZONES,
    TARGET,
    Card,
    CardKind,
    Destroy,
    Filter,
    Is,
    Joint,
    LookAt,
    Select,
    Step,
    flip,
)

CARD = Card(
    "Trap Master",
    (
        flip(
            LookAt(TARGET),
            Step(Destroy(TARGET), Joint.ALSO, condition=Is(TARGET, Filter(kinds=(CardKind.TRAP,)))),
            targets=(Select(Filter(zones=SPELL_TRAP_ZONES, any_of=(Filter(face_up=False), Filter(kinds=(CardKind.TRAP,))))),),
        ),
    ),
)
