"""Threatening Roar."""

from engine.cards.prelude import THEIR_MONSTERS, Apply, Card, Property, Static, activation

CARD = Card("Threatening Roar", (activation(Apply(Static(Property.CANNOT_ATTACK, THEIR_MONSTERS, word="declare"))),))
