"""Interdimensional Matter Transporter."""

from engine.cards.prelude import (
    MONSTER,
    TARGET,
    YOU,
    BanishForAWhile,
    Card,
    Filter,
    Select,
    activation,
)

CARD = Card(
    "Interdimensional Matter Transporter",
    (activation(BanishForAWhile(TARGET), targets=(Select(Filter(zones=MONSTER, who=YOU, face_up=True)),)),),
)
