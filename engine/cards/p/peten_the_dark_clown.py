"""Peten the Dark Clown."""

from engine.cards.prelude import (
    GY,
    THIS,
    YOU,
    Card,
    Event,
    Filter,
    Happening,
    PayCards,
    Select,
    SpecialSummon,
    Zone,
    when,
)

CARD = Card(
    "Peten the Dark Clown",
    (
        when(
            Event(Happening.SENT, subject=THIS),
            SpecialSummon(Select(Filter(zones=(Zone.HAND, Zone.DECK), who=YOU, names=("Peten the Dark Clown",)))),
            cost=(PayCards("banish", THIS),),
            zones=GY,
        ),
    ),
)
