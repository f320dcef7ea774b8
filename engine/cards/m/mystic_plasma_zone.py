"""Mystic Plasma Zone."""

from engine.cards.prelude import MONSTER, Attribute, Filter, boost, field_spell

CARD = field_spell(
    "Mystic Plasma Zone",
    *boost(Filter(zones=MONSTER, face_up=True, attributes=(Attribute.DARK,)), 500, -400),
)
