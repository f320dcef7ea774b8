"""Flip Flop Frog."""

from engine.cards.prelude import (
    MONSTER,
    ONCE,
    THEIR_MONSTERS,
    THIS,
    YOU,
    Card,
    Count,
    Event,
    Filter,
    Happening,
    Select,
    ToHand,
    Turn,
    ignition,
    when,
)

CARD = Card(
    "Flip Flop Frog",
    (
        ignition(Turn(THIS, "face_down"), limit=ONCE),
        when(
            Event(Happening.FLIPPED, subject=THIS),
            ToHand(
                Select(
                    THEIR_MONSTERS,
                    Count(
                        Filter(zones=MONSTER, who=YOU, face_up=True, series="Frog", none_of=(Filter(names=("Frog the Jam",)),))
                    ),
                    up_to=True,
                )
            ),
        ),
    ),
)
