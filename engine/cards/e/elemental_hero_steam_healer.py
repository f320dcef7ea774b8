"""Elemental HERO Steam Healer."""

from engine.cards.prelude import (
    EVENT_CARD,
    ONLY_FUSION_SUMMON,
    THIS,
    Card,
    Event,
    GainLP,
    Happening,
    Stat,
    fusion_of,
    must,
)

CARD = Card(
    "Elemental HERO Steam Healer",
    (must(Event(Happening.BATTLE_DESTROYED, other=THIS), GainLP(Stat(EVENT_CARD, original=True))),),
    summon=ONLY_FUSION_SUMMON,
    materials=fusion_of("Elemental HERO Burstinatrix", "Elemental HERO Bubbleman"),
)
