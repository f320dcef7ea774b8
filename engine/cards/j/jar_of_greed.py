"""Jar of Greed."""

from engine.cards.prelude import Card, Draw, activation

CARD = Card("Jar of Greed", (activation(Draw(1)),))
