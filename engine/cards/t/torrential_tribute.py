"""Torrential Tribute."""

from engine.cards.prelude import ALL_MONSTERS, Card, Destroy, Event, Happening, activation, every

CARD = Card("Torrential Tribute", (activation(Destroy(every(ALL_MONSTERS)), event=Event(Happening.SUMMONED)),))
