"""Prohibition."""

from engine.cards.prelude import Card, DeclareName, Prohibit, activation

CARD = Card("Prohibition", (activation(Prohibit(), cost=(DeclareName(),)),))
