"""Toon World."""

from engine.cards.prelude import (
    Card,
    PayLP,
    activation,
)

CARD = Card("Toon World", (activation(cost=(PayLP(1000),)),))
