"""Dimensional Fissure."""

from engine.cards.prelude import Card, CardKind, Filter, Property, Static, activation

CARD = Card("Dimensional Fissure", (activation(),), (Static(Property.GY_BANISHES, Filter(kinds=(CardKind.MONSTER,))),))
