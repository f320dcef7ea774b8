"""Acidic Downpour."""

from engine.cards.prelude import MONSTER, Attribute, Filter, boost, field_spell

CARD = field_spell("Acidic Downpour", *boost(Filter(zones=MONSTER, face_up=True, attributes=(Attribute.EARTH,)), -500, 400))
