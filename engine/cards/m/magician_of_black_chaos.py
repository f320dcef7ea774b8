"""Magician of Black Chaos."""

from engine.cards.prelude import (
    Card,
)

CARD = Card("Magician of Black Chaos")
