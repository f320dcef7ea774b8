"""Infinite Cards."""

from engine.cards.prelude import EITHER, Card, Property, Static, activation

CARD = Card("Infinite Cards", (activation(),), (Static(Property.NO_HAND_LIMIT, player=EITHER),))
