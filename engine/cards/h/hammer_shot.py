"""Hammer Shot."""

from engine.cards.prelude import MONSTER, Card, Destroy, Extreme, Filter, Select, activation

CARD = Card(
    "Hammer Shot",
    (activation(Destroy(Select(Filter(zones=MONSTER, face_up=True, attack_position=True), extreme=Extreme.HIGHEST_ATK))),),
)
