"""Raigeki."""

from engine.cards.prelude import THEIR_MONSTERS, Card, Destroy, activation, every

CARD = Card("Raigeki", (activation(Destroy(every(THEIR_MONSTERS))),))
