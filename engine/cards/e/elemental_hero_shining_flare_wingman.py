"""Elemental HERO Shining Flare Wingman."""

from engine.cards.prelude import (
    EVENT_CARD,
    GY,
    ONLY_FUSION_SUMMON,
    THIS,
    YOU,
    Card,
    Count,
    Damage,
    Event,
    Filter,
    Happening,
    Property,
    Stat,
    Static,
    fusion_of,
    must,
)

CARD = Card(
    "Elemental HERO Shining Flare Wingman",
    (must(Event(Happening.BATTLE_DESTROYED, other=THIS), Damage(Stat(EVENT_CARD, original=True))),),
    (Static(Property.ATK, THIS, value=Count(Filter(zones=GY, who=YOU, series="Elemental HERO"), 300)),),
    ONLY_FUSION_SUMMON,
    fusion_of("Elemental HERO Flame Wingman", "Elemental HERO Sparkman"),
)
