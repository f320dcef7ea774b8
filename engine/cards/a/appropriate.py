"""Appropriate."""

from engine.cards.prelude import (
    OPPONENT,
    Card,
    Draw,
    During,
    Event,
    Happening,
    Phase,
    activation,
    each_time,
)

OUTSIDE = During((Phase.STANDBY, Phase.MAIN1, Phase.BATTLE, Phase.MAIN2, Phase.END))
THEY_DRAW = Event(Happening.DRAWN, player=OPPONENT)

CARD = Card(
    "Appropriate",
    (
        activation(event=THEY_DRAW, condition=OUTSIDE),
        each_time(THEY_DRAW, Draw(2), condition=OUTSIDE),
    ),
)
