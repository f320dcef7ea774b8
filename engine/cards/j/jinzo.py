"""Jinzo."""

from engine.cards.prelude import (
    EITHER,
    SPELL_TRAP_ZONES,
    Card,
    CardKind,
    Filter,
    Property,
    Static,
    Zone,
)

CARD = Card(
    "Jinzo",
    statics=(
        Static(
            Property.CANNOT_ACTIVATE,
            player=EITHER,
            by=Filter(zones=(Zone.HAND, *SPELL_TRAP_ZONES), kinds=(CardKind.TRAP,)),
        ),
        Static(Property.NEGATED, Filter(zones=SPELL_TRAP_ZONES, kinds=(CardKind.TRAP,))),
    ),
)
