"""Axe Dragonute."""

from engine.cards.prelude import THIS, Card, Property, Static

CARD = Card("Axe Dragonute", statics=(Static(Property.TO_DEFENSE_AFTER_ATTACK, THIS),))
