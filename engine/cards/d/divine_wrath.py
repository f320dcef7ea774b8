"""Divine Wrath."""

from engine.cards.prelude import (
    HAND,
    YOU,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    NegateActivation,
    PayCards,
    Select,
    activation,
)

CARD = Card(
    "Divine Wrath",
    (
        activation(
            NegateActivation("destroy"),
            event=Event(Happening.ACTIVATED, subject=Filter(kinds=(CardKind.MONSTER,)), direct=False),
            cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),),
        ),
    ),
)
