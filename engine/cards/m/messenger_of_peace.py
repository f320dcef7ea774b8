"""Messenger of Peace."""

from engine.cards.prelude import MONSTER, THIS, Card, Filter, Property, Static, activation

CARD = Card(
    "Messenger of Peace",
    (activation(),),
    (
        Static(Property.CANNOT_ATTACK, Filter(zones=MONSTER, face_up=True, atk_min=1500), word="declare"),
        Static(Property.UPKEEP, THIS, value=100),
    ),
)
