"""Elemental HERO Wildheart."""

from engine.cards.prelude import (
    THIS,
    Card,
    CardKind,
    Filter,
    Property,
    Static,
)

CARD = Card("Elemental HERO Wildheart", statics=(Static(Property.UNAFFECTED, THIS, by=Filter(kinds=(CardKind.TRAP,))),))
