"""Darkfire Dragon."""

from engine.cards.prelude import (
    Card,
    fusion_of,
)

CARD = Card("Darkfire Dragon", materials=fusion_of("Firegrass", "Petit Dragon"))
