"""Fire Formation - Kaiyo."""

from engine.cards.prelude import MONSTER, YOU, Apply, Card, Filter, MonsterType, Property, Static, activation

WARRIORS = Filter(zones=MONSTER, who=YOU, face_up=True, types=(MonsterType.BEAST_WARRIOR,))

CARD = Card(
    "Fire Formation - Kaiyo",
    (activation(Apply(Static(Property.PIERCING, WARRIORS))),),
    (Static(Property.ATK, WARRIORS, value=300),),
)
