"""Kycoo the Ghost Destroyer."""

from engine.cards.prelude import (
    GY,
    OPPONENT,
    TARGET,
    THIS,
    Banish,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Property,
    Select,
    Static,
    when,
)

CARD = Card(
    "Kycoo the Ghost Destroyer",
    (
        when(
            Event(Happening.BATTLE_DAMAGE, subject=THIS, player=OPPONENT),
            Banish(TARGET),
            targets=(Select(Filter(zones=GY, who=OPPONENT, kinds=(CardKind.MONSTER,)), 2, up_to=True),),
        ),
    ),
    (Static(Property.CANNOT_BANISH_FROM_GY, player=OPPONENT),),
)
