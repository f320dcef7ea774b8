"""Gagagigo the Risen."""

from engine.cards.prelude import Card, Filter, Materials

_LEVEL_4 = Filter(level_min=4, level_max=4)

CARD = Card("Gagagigo the Risen", materials=Materials((_LEVEL_4, _LEVEL_4, _LEVEL_4)))
