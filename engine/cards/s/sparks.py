"""Sparks."""

from engine.cards.prelude import Card, Damage, activation

CARD = Card("Sparks", (activation(Damage(200)),))
