"""Milus Radiant."""

from engine.cards.prelude import MONSTER, Attribute, Card, Filter, boost

CARD = Card(
    "Milus Radiant",
    statics=(
        *boost(Filter(zones=MONSTER, face_up=True, attributes=(Attribute.EARTH,)), 500),
        *boost(Filter(zones=MONSTER, face_up=True, attributes=(Attribute.WIND,)), -400),
    ),
)
