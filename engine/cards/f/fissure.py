"""Fissure."""

from engine.cards.prelude import THEIR_FACE_UP, Card, Destroy, Extreme, Select, activation

CARD = Card("Fissure", (activation(Destroy(Select(THEIR_FACE_UP, extreme=Extreme.LOWEST_ATK))),))
