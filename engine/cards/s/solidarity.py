"""Solidarity."""

from engine.cards.prelude import GY, MONSTER, YOU, Card, CardKind, Compare, Distinct, Filter, Property, Static, activation

BURIED = Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,))

CARD = Card(
    "Solidarity",
    (activation(),),
    (
        Static(
            Property.ATK,
            Filter(zones=MONSTER, who=YOU, face_up=True, type_of=BURIED),
            value=800,
            condition=Compare(Distinct(BURIED), "==", 1),
        ),
    ),
)
