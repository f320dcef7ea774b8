"""Dust Tornado."""

from engine.cards.prelude import (
    HAND,
    OPPONENT,
    SPELL_OR_TRAP,
    SPELL_TRAP_ZONES,
    TARGET,
    YOU,
    Card,
    Destroy,
    Filter,
    Joint,
    Select,
    SetCard,
    Step,
    activation,
)

CARD = Card(
    "Dust Tornado",
    (
        activation(
            Destroy(TARGET),
            Step(SetCard(Select(Filter(zones=HAND, who=YOU, kinds=SPELL_OR_TRAP))), Joint.THEN, optional=True),
            targets=(Select(Filter(zones=SPELL_TRAP_ZONES, who=OPPONENT)),),
        ),
    ),
)
