"""Enemy Controller."""

from dataclasses import replace

from engine.cards.prelude import (
    TARGET,
    THEIR_FACE_UP,
    YOUR_MONSTERS,
    Card,
    PayCards,
    Select,
    TakeControl,
    Turn,
    activation,
)

CARD = Card(
    "Enemy Controller",
    (
        activation(Turn(TARGET, "other"), targets=(Select(THEIR_FACE_UP),)),
        replace(
            activation(
                TakeControl(TARGET, frees_zone=True),
                cost=(PayCards("tribute", Select(YOUR_MONSTERS)),),
                targets=(Select(THEIR_FACE_UP),),
            ),
            cost_first=True,
        ),
    ),
)
