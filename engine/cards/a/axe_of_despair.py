"""Axe of Despair."""

from engine.cards.prelude import EQUIPPED, MONSTER, TARGET, Card, Equip, Filter, Property, Select, Static, activation

CARD = Card(
    "Axe of Despair",
    (activation(Equip(TARGET), targets=(Select(Filter(zones=MONSTER, face_up=True)),)),),
    (Static(Property.ATK, EQUIPPED, value=1000),),
)
