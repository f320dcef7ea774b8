"""Royal Magical Library."""

from engine.cards.prelude import (
    THIS,
    Card,
    CardKind,
    Draw,
    Event,
    Filter,
    Happening,
    PayCounters,
    PlaceCounter,
    each_time,
    ignition,
)

CARD = Card(
    "Royal Magical Library",
    (
        each_time(
            Event(Happening.RESOLVED, subject=Filter(kinds=(CardKind.SPELL,)), direct=True),
            PlaceCounter(THIS, "Spell Counter", 1, 3),
        ),
        ignition(Draw(1), cost=(PayCounters(THIS, "Spell Counter", 3),)),
    ),
)
