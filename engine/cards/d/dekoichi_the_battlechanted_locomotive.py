"""Dekoichi the Battlechanted Locomotive."""

from engine.cards.prelude import MONSTER, YOU, Card, Count, Draw, Filter, flip, then

CARD = Card(
    "Dekoichi the Battlechanted Locomotive",
    (flip(Draw(1), then(Draw(Count(Filter(zones=MONSTER, who=YOU, face_up=True, names=("Bokoichi the Freightening Car",)))))),),
)
