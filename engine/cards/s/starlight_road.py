"""Starlight Road."""

from engine.cards.prelude import (
    YOU,
    Card,
    Event,
    Filter,
    Happening,
    Joint,
    NegateEffect,
    Select,
    SpecialSummon,
    Step,
    WouldDestroy,
    Zone,
    activation,
)

STARDUST = Filter(zones=(Zone.EXTRA,), who=YOU, names=("Stardust Dragon",))

CARD = Card(
    "Starlight Road",
    (
        activation(
            NegateEffect("destroy"),
            Step(SpecialSummon(Select(STARDUST)), Joint.THEN, optional=True),
            event=Event(Happening.ACTIVATED),
            condition=WouldDestroy(2, YOU),
        ),
    ),
)
