"""Elemental HERO Wildedge."""

from engine.cards.prelude import (
    ONLY_FUSION_SUMMON,
    THIS,
    Card,
    Property,
    Static,
    fusion_of,
)

CARD = Card(
    "Elemental HERO Wildedge",
    statics=(Static(Property.ATTACK_EACH, THIS),),
    summon=ONLY_FUSION_SUMMON,
    materials=fusion_of("Elemental HERO Wildheart", "Elemental HERO Bladedge"),
)
