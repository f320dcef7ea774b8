"""Burst Stream of Destruction."""

from engine.cards.prelude import MONSTER, THEIR_MONSTERS, YOU, Card, Destroy, Filter, Have, Property, Static, activation, every

BLUE_EYES = "Blue-Eyes White Dragon"

CARD = Card(
    "Burst Stream of Destruction",
    (
        activation(
            Destroy(every(THEIR_MONSTERS)),
            condition=Have(Filter(zones=MONSTER, who=YOU, face_up=True, names=(BLUE_EYES,))),
            oaths=(Static(Property.CANNOT_ATTACK, Filter(zones=MONSTER, who=YOU, names=(BLUE_EYES,))),),
        ),
    ),
)
