"""Tribute to The Doomed."""

from dataclasses import replace

from engine.cards.prelude import ALL_MONSTERS, HAND, TARGET, YOU, Card, Destroy, Filter, PayCards, Select, activation

CARD = Card(
    "Tribute to The Doomed",
    (
        replace(
            activation(
                Destroy(TARGET),
                cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),),
                targets=(Select(ALL_MONSTERS),),
            ),
            cost_first=True,
        ),
    ),
)
