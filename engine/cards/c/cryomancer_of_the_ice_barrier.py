"""Cryomancer of the Ice Barrier."""

from engine.cards.prelude import MONSTER, THIS, YOU, Card, Filter, Have, Property, Static

CARD = Card(
    "Cryomancer of the Ice Barrier",
    statics=(
        Static(
            Property.CANNOT_ATTACK,
            Filter(zones=MONSTER, face_up=True, level_min=4),
            condition=Have(Filter(zones=MONSTER, who=YOU, face_up=True, series="Ice Barrier", but=(THIS,))),
            word="declare",
        ),
    ),
)
