"""Fencing Fire Ferret."""

from engine.cards.prelude import (
    IN_GY,
    TARGET,
    THEIR_FACE_UP,
    THIS,
    Card,
    Damage,
    Destroy,
    Event,
    Happening,
    Select,
    if_you_do,
    must,
)

CARD = Card(
    "Fencing Fire Ferret",
    (
        must(
            Event(Happening.DESTROYED, subject=THIS),
            Destroy(TARGET),
            if_you_do(Damage(500)),
            condition=IN_GY,
            targets=(Select(THEIR_FACE_UP),),
        ),
    ),
)
