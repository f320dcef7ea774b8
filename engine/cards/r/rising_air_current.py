"""Rising Air Current."""

from engine.cards.prelude import MONSTER, Attribute, Filter, boost, field_spell

CARD = field_spell("Rising Air Current", *boost(Filter(zones=MONSTER, face_up=True, attributes=(Attribute.WIND,)), 500, -400))
