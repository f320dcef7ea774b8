"""Smashing Ground."""

from engine.cards.prelude import THEIR_FACE_UP, Card, Destroy, Extreme, Select, activation

CARD = Card("Smashing Ground", (activation(Destroy(Select(THEIR_FACE_UP, extreme=Extreme.HIGHEST_DEF))),))
