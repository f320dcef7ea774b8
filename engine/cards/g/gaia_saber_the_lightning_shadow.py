"""Gaia Saber, the Lightning Shadow."""

from engine.cards.prelude import Card, Filter, Materials

CARD = Card("Gaia Saber, the Lightning Shadow", materials=Materials((), Filter(), 2))
