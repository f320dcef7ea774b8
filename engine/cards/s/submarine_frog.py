"""Submarine Frog."""

from engine.cards.prelude import THIS, Card, Property, Static

CARD = Card("Submarine Frog", statics=(Static(Property.PIERCING, THIS),))
