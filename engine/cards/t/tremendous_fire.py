"""Tremendous Fire."""

from engine.cards.prelude import Card, Damage, activation

CARD = Card("Tremendous Fire", (activation(Damage(1000, own=500)),))
