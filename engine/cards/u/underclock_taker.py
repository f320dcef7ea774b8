"""Underclock Taker."""

from engine.cards.prelude import (
    MONSTER,
    ONCE,
    THEIR_FACE_UP,
    THIS,
    Apply,
    Card,
    Filter,
    Materials,
    Property,
    Ref,
    RefKind,
    Select,
    Standing,
    Stat,
    Static,
    Times,
    ignition,
)

EFFECT_MONSTER = Filter(effect_monster=True)
POINTED = Filter(zones=MONSTER, face_up=True, standing=Standing(pointed_by=THIS))
FIRST, SECOND = Ref(RefKind.TARGET, 0), Ref(RefKind.TARGET, 1)

CARD = Card(
    "Underclock Taker",
    (
        ignition(
            Apply(Static(Property.ATK, value=Times(Stat(FIRST), -1)), SECOND),
            targets=(Select(POINTED), Select(THEIR_FACE_UP)),
            limit=ONCE,
        ),
    ),
    materials=Materials((EFFECT_MONSTER, EFFECT_MONSTER)),
)
