"""Creature Swap."""

from engine.cards.prelude import (
    IT,
    Apply,
    Card,
    Property,
    Static,
    SwapControl,
    activation,
    if_you_do,
)

CARD = Card(
    "Creature Swap",
    (activation(SwapControl(), if_you_do(Apply(Static(Property.CANNOT_CHANGE_POSITION), IT))),),
)
