"""Michizure."""

from engine.cards.prelude import (
    ALL_MONSTERS,
    EVENT_CARD,
    GY,
    MONSTER,
    TARGET,
    YOU,
    Card,
    CardKind,
    Destroy,
    Effect,
    EffectKind,
    Event,
    Filter,
    Happening,
    Is,
    Select,
    steps,
)

CARD = Card(
    "Michizure",
    (
        Effect(
            EffectKind.ACTIVATION,
            steps(Destroy(TARGET)),
            event=Event(Happening.SENT, origin=MONSTER),
            condition=Is(EVENT_CARD, Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,))),
            targets=(Select(ALL_MONSTERS),),
            any_part=True,
        ),
    ),
)
