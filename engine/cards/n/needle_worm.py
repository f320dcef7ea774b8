"""Needle Worm."""

from engine.cards.prelude import OPPONENT, Card, Mill, flip

CARD = Card("Needle Worm", (flip(Mill(5, OPPONENT)),))
