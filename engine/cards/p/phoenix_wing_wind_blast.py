"""Phoenix Wing Wind Blast."""

from dataclasses import replace

from engine.cards.prelude import (
    HAND,
    OPPONENT,
    SPELL_TRAP_ZONES,
    TARGET,
    YOU,
    Card,
    Filter,
    PayCards,
    Select,
    ToDeck,
    Zone,
    activation,
)

CARD = Card(
    "Phoenix Wing Wind Blast",
    (
        replace(
            activation(
                ToDeck(TARGET, top=True),
                cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),),
                targets=(Select(Filter(zones=(Zone.MONSTER, *SPELL_TRAP_ZONES), who=OPPONENT)),),
            ),
            cost_first=True,
        ),
    ),
)
