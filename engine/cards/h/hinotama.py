"""Hinotama."""

from engine.cards.prelude import Card, Damage, activation

CARD = Card("Hinotama", (activation(Damage(500)),))
