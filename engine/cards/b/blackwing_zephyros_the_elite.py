"""Blackwing - Zephyros the Elite."""

from engine.cards.prelude import (
    GY,
    SPELL_TRAP_ZONES,
    THIS,
    YOU,
    Card,
    Damage,
    Filter,
    Limit,
    PayCards,
    Scope,
    Select,
    SpecialSummon,
    Zone,
    if_you_do,
    ignition,
)

CARD = Card(
    "Blackwing - Zephyros the Elite",
    (
        ignition(
            SpecialSummon(THIS, frees_zone=True),
            if_you_do(Damage(400, YOU)),
            cost=(PayCards("return", Select(Filter(zones=(Zone.MONSTER, *SPELL_TRAP_ZONES), who=YOU, face_up=True))),),
            limit=Limit(Scope.DUEL),
            zones=GY,
        ),
    ),
)
