"""Froggy Forcefield."""

from engine.cards.prelude import (
    MONSTER,
    OPPONENT,
    THEIR_ATTACKERS,
    YOU,
    Card,
    Destroy,
    Event,
    Filter,
    Happening,
    activation,
    every,
)

CARD = Card(
    "Froggy Forcefield",
    (
        activation(
            Destroy(every(THEIR_ATTACKERS)),
            event=Event(
                Happening.ATTACK,
                player=OPPONENT,
                other=Filter(zones=MONSTER, who=YOU, face_up=True, series="Frog", none_of=(Filter(names=("Frog the Jam",)),)),
            ),
        ),
    ),
)
