"""Luminous Spark."""

from engine.cards.prelude import MONSTER, Attribute, Filter, boost, field_spell

CARD = field_spell("Luminous Spark", *boost(Filter(zones=MONSTER, face_up=True, attributes=(Attribute.LIGHT,)), 500, -400))
