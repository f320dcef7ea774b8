"""Garoth, Lightsworn Warrior."""

from engine.cards.prelude import (
    DECK,
    GY,
    IT,
    MONSTER,
    YOU,
    Card,
    CardKind,
    Cause,
    Count,
    Draw,
    Event,
    Filter,
    Happening,
    Mill,
    must,
    then,
)

ANOTHER = Filter(zones=MONSTER, who=YOU, series="Lightsworn", none_of=(Filter(names=("Garoth, Lightsworn Warrior",)),))
SENT = Filter(zones=GY, kinds=(CardKind.MONSTER,), series="Lightsworn", among=(IT,))

CARD = Card(
    "Garoth, Lightsworn Warrior",
    (
        must(
            Event(Happening.SENT, subject=Filter(who=YOU), causes=(Cause.EFFECT,), origin=DECK, source=ANOTHER),
            Mill(2),
            then(Draw(Count(SENT))),
        ),
    ),
)
