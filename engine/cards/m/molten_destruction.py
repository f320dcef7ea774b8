"""Molten Destruction."""

from engine.cards.prelude import MONSTER, Attribute, Filter, boost, field_spell

CARD = field_spell("Molten Destruction", *boost(Filter(zones=MONSTER, face_up=True, attributes=(Attribute.FIRE,)), 500, -400))
