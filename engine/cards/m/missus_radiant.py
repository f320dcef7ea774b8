"""Missus Radiant."""

from engine.cards.prelude import (
    GY,
    MONSTER,
    TARGET,
    THIS,
    YOU,
    Attribute,
    Card,
    Cause,
    Event,
    Filter,
    Happening,
    Limit,
    Materials,
    Scope,
    Select,
    Timing,
    ToHand,
    boost,
    when,
)

EARTH = Filter(attributes=(Attribute.EARTH,))

CARD = Card(
    "Missus Radiant",
    (
        when(
            Event(Happening.DESTROYED, subject=THIS, causes=(Cause.BATTLE, Cause.EFFECT)),
            ToHand(TARGET),
            targets=(Select(Filter(zones=GY, who=YOU, attributes=(Attribute.EARTH,))),),
            limit=Limit(Scope.USE),
            timing=Timing.IF,
        ),
    ),
    (
        *boost(Filter(zones=MONSTER, face_up=True, attributes=(Attribute.EARTH,)), 500, 500),
        *boost(Filter(zones=MONSTER, face_up=True, attributes=(Attribute.WIND,)), -400, -400),
    ),
    materials=Materials((EARTH, EARTH)),
)
