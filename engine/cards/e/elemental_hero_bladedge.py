"""Elemental HERO Bladedge."""

from engine.cards.prelude import (
    THIS,
    Card,
    Property,
    Static,
)

CARD = Card("Elemental HERO Bladedge", statics=(Static(Property.PIERCING, THIS),))
