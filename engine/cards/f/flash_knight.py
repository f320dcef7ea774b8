"""Flash Knight."""

from engine.cards.prelude import AS_PENDULUM_CARD, Card

CARD = Card("Flash Knight", effects=(AS_PENDULUM_CARD,))
