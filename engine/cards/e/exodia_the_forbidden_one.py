"""Exodia the Forbidden One."""

from engine.cards.prelude import Card

CARD = Card(
    "Exodia the Forbidden One",
    wins_in_hand_with=(
        "Left Arm of the Forbidden One",
        "Left Leg of the Forbidden One",
        "Right Arm of the Forbidden One",
        "Right Leg of the Forbidden One",
    ),
)
