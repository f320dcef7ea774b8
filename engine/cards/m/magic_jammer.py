"""Magic Jammer."""

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
    "Magic Jammer",
    (
        activation(
            NegateActivation("destroy"),
            event=Event(Happening.ACTIVATED, subject=Filter(kinds=(CardKind.SPELL,)), direct=True),
            cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),),
        ),
    ),
)
