"""Gem-Knight Pearl."""

from engine.cards.prelude import Card, Filter, Materials

_LEVEL_4 = Filter(level_min=4, level_max=4)

CARD = Card("Gem-Knight Pearl", materials=Materials((_LEVEL_4, _LEVEL_4)))
