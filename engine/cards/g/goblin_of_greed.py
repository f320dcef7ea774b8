"""Goblin of Greed."""

from engine.cards.prelude import EITHER, Card, Property, Static

CARD = Card("Goblin of Greed", statics=(Static(Property.NO_DISCARD_COST, player=EITHER),))
