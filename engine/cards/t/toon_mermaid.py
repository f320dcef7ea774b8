"""Toon Mermaid."""

from engine.cards.prelude import (
    toon,
)

CARD = toon("Toon Mermaid", 0)
