"""Monster Reincarnation."""

from dataclasses import replace

from engine.cards.prelude import GY, HAND, TARGET, YOU, Card, CardKind, Filter, PayCards, Select, ToHand, activation

CARD = Card(
    "Monster Reincarnation",
    (
        replace(
            activation(
                ToHand(TARGET),
                cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),),
                targets=(Select(Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,))),),
            ),
            cost_first=True,
        ),
    ),
)
