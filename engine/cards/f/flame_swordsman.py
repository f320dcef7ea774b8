"""Flame Swordsman."""

from engine.cards.prelude import (
    Card,
    fusion_of,
)

CARD = Card("Flame Swordsman", materials=fusion_of("Flame Manipulator", "Masaki the Legendary Swordsman"))
