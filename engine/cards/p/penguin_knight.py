"""Penguin Knight."""

from engine.cards.prelude import DECK, GY, OPPONENT, THIS, YOU, Card, Cause, Event, Filter, Happening, ToDeck, every, must

CARD = Card(
    "Penguin Knight",
    (
        must(
            Event(Happening.SENT, subject=THIS, origin=DECK, causes=(Cause.EFFECT,), by=OPPONENT),
            ToDeck(every(Filter(zones=GY, who=YOU))),
        ),
    ),
)
