"""Reckless Greed."""

from engine.cards.prelude import Card, Draw, SkipDraws, activation, also

CARD = Card("Reckless Greed", (activation(Draw(2), also(SkipDraws(2))),))
