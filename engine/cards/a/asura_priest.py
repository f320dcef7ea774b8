"""Asura Priest."""

from engine.cards.prelude import THIS, Property, Static, spirit

CARD = spirit("Asura Priest", statics=(Static(Property.ATTACK_EACH, THIS),))
