"""Blue-Eyes Toon Dragon."""

from engine.cards.prelude import (
    toon,
)

CARD = toon("Blue-Eyes Toon Dragon", 2)
