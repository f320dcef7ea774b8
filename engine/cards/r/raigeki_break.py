"""Raigeki Break."""

from dataclasses import replace

from engine.cards.prelude import ANY_CARD, HAND, TARGET, YOU, Card, Destroy, Filter, PayCards, Select, activation

CARD = Card(
    "Raigeki Break",
    (
        replace(
            activation(
                Destroy(TARGET), cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),), targets=(Select(ANY_CARD),)
            ),
            cost_first=True,
        ),
    ),
)
