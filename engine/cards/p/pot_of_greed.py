"""Pot of Greed."""

from engine.cards.prelude import Card, Draw, activation

CARD = Card("Pot of Greed", (activation(Draw(2)),))
