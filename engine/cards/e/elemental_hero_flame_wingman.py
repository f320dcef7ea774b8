"""Elemental HERO Flame Wingman."""

from engine.cards.prelude import (
    EVENT_CARD,
    ONLY_FUSION_SUMMON,
    THIS,
    Card,
    Damage,
    Event,
    Happening,
    Stat,
    fusion_of,
    must,
)

CARD = Card(
    "Elemental HERO Flame Wingman",
    (must(Event(Happening.BATTLE_DESTROYED, other=THIS), Damage(Stat(EVENT_CARD))),),
    summon=ONLY_FUSION_SUMMON,
    materials=fusion_of("Elemental HERO Avian", "Elemental HERO Burstinatrix"),
)
