"""Golem Dragon."""

from engine.cards.prelude import MONSTER, THEIR_MONSTERS, THIS, YOU, Card, Filter, MonsterType, Property, Static

CARD = Card(
    "Golem Dragon",
    statics=(
        Static(
            Property.NOT_ATTACKABLE,
            Filter(zones=MONSTER, who=YOU, face_up=True, types=(MonsterType.DRAGON,), but=(THIS,)),
            by=THEIR_MONSTERS,
        ),
    ),
)
