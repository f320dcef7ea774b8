"""Gravity Bind."""

from engine.cards.prelude import MONSTER, Card, Filter, Property, Static, activation

CARD = Card(
    "Gravity Bind", (activation(),), (Static(Property.CANNOT_ATTACK, Filter(zones=MONSTER, face_up=True, level_min=4)),)
)
