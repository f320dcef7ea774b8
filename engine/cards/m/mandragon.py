"""Mandragon."""

from engine.cards.prelude import AS_PENDULUM_CARD, Card

CARD = Card("Mandragon", effects=(AS_PENDULUM_CARD,))
