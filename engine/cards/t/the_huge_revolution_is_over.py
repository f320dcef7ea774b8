"""The Huge Revolution is Over."""

from engine.cards.prelude import Card, Event, Happening, NegateActivation, WouldDestroy, activation

CARD = Card(
    "The Huge Revolution is Over",
    (activation(NegateActivation("banish"), event=Event(Happening.ACTIVATED), condition=WouldDestroy(2)),),
)
