"""Umiiruka."""

from engine.cards.prelude import MONSTER, Attribute, Filter, boost, field_spell

CARD = field_spell("Umiiruka", *boost(Filter(zones=MONSTER, face_up=True, attributes=(Attribute.WATER,)), 500, -400))
