"""Toon Mermaid."""

from engine.cards.prelude import NO_TOON_WITHOUT_TOON_WORLD, toon

CARD = toon("Toon Mermaid", 0)

EDITIONS = {"version_2005": toon("Toon Mermaid", 0, NO_TOON_WITHOUT_TOON_WORLD)}
