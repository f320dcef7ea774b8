"""Manga Ryu-Ran."""

from engine.cards.prelude import (
    toon,
)

CARD = toon("Manga Ryu-Ran", 2)
