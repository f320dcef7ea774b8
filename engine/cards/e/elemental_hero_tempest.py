"""Elemental HERO Tempest."""

from engine.cards.prelude import (
    ONLY_FUSION_SUMMON,
    SPELL_TRAP_ZONES,
    TARGET,
    YOU,
    YOUR_MONSTERS,
    Apply,
    Card,
    Filter,
    PayCards,
    Property,
    Select,
    Static,
    Until,
    Zone,
    fusion_of,
    ignition,
)

CARD = Card(
    "Elemental HERO Tempest",
    (
        ignition(
            Apply(Static(Property.BATTLE_PROOF), TARGET, Until.WITH_SOURCE),
            cost=(PayCards("send", Select(Filter(zones=(Zone.MONSTER, *SPELL_TRAP_ZONES), who=YOU))),),
            targets=(Select(YOUR_MONSTERS, may_be_this=True),),
        ),
    ),
    summon=ONLY_FUSION_SUMMON,
    materials=fusion_of("Elemental HERO Avian", "Elemental HERO Sparkman", "Elemental HERO Bubbleman"),
)
