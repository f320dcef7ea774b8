"""X-Saber Airbellum."""

from engine.cards.prelude import (
    HAND,
    OPPONENT,
    THIS,
    Card,
    Discard,
    Event,
    Filter,
    Happening,
    Select,
    must,
)

CARD = Card(
    "X-Saber Airbellum",
    (
        must(
            Event(Happening.BATTLE_DAMAGE, subject=THIS, player=OPPONENT, direct=True),
            Discard(Select(Filter(zones=HAND, who=OPPONENT), random=True)),
        ),
    ),
)
