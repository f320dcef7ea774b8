"""XYZ-Dragon Cannon."""

from dataclasses import replace

from engine.cards.prelude import (
    HAND,
    IN_GY,
    MONSTER,
    OPPONENT,
    SPELL_TRAP_ZONES,
    TARGET,
    YOU,
    Card,
    Destroy,
    Effect,
    EffectKind,
    Filter,
    Not,
    PayCards,
    Select,
    SummonRules,
    Zone,
    ignition,
)


def banished(name: str) -> PayCards:
    """One of the monsters it is made of."""
    return PayCards("banish", Select(Filter(zones=MONSTER, who=YOU, names=(name,))))


CARD = Card(
    "XYZ-Dragon Cannon",
    (
        Effect(
            EffectKind.SUMMON,
            zones=(Zone.EXTRA,),
            cost=(banished("X-Head Cannon"), banished("Y-Dragon Head"), banished("Z-Metal Tank")),
        ),
        replace(
            ignition(
                Destroy(TARGET),
                cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),),
                targets=(Select(Filter(zones=(Zone.MONSTER, *SPELL_TRAP_ZONES), who=OPPONENT)),),
            ),
            cost_first=True,
        ),
    ),
    summon=SummonRules(normal=False, own_way_first=True, special_if=Not(IN_GY)),
)
