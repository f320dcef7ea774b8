"""Lord of D.."""

from engine.cards.prelude import MONSTER, Card, Filter, MonsterType, Property, Static

CARD = Card(
    "Lord of D.", statics=(Static(Property.UNTARGETABLE, Filter(zones=MONSTER, face_up=True, types=(MonsterType.DRAGON,))),)
)
