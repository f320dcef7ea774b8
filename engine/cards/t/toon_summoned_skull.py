"""Toon Summoned Skull."""

from engine.cards.prelude import (
    toon,
)

CARD = toon("Toon Summoned Skull", 1)
