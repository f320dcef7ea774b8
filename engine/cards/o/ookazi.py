"""Ookazi."""

from engine.cards.prelude import Card, Damage, activation

CARD = Card("Ookazi", (activation(Damage(800)),))
