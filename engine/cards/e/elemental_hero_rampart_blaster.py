"""Elemental HERO Rampart Blaster."""

from engine.cards.prelude import (
    ONLY_FUSION_SUMMON,
    THIS,
    Battling,
    Both,
    Calculating,
    Card,
    Filter,
    Is,
    Property,
    Static,
    fusion_of,
)

IN_DEFENSE = Is(THIS, Filter(attack_position=False))

CARD = Card(
    "Elemental HERO Rampart Blaster",
    statics=(
        Static(Property.DIRECT_ATTACK, THIS, condition=IN_DEFENSE),
        Static(Property.ATTACK_IN_DEFENSE, THIS),
        Static(Property.HALVE_ATK, THIS, condition=Both((Calculating(), Battling(THIS, "attacker"), IN_DEFENSE))),
    ),
    summon=ONLY_FUSION_SUMMON,
    materials=fusion_of("Elemental HERO Clayman", "Elemental HERO Burstinatrix"),
)
