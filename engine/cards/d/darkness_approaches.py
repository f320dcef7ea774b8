"""Darkness Approaches."""

from engine.cards.prelude import HAND, MONSTER, TARGET, YOU, Card, CardKind, Filter, PayCards, Select, Turn, activation

CARD = Card(
    "Darkness Approaches",
    (
        activation(
            Turn(TARGET, "face_down"),
            cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU), 2)),),
            targets=(Select(Filter(zones=MONSTER, face_up=True, none_of=(Filter(kinds=(CardKind.TOKEN,)),))),),
        ),
    ),
)
