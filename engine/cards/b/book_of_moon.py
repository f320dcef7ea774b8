"""Book of Moon."""

from engine.cards.prelude import MONSTER, TARGET, Card, CardKind, Filter, Select, Turn, activation

CARD = Card(
    "Book of Moon",
    (
        activation(
            Turn(TARGET, "face_down"),
            targets=(Select(Filter(zones=MONSTER, face_up=True, none_of=(Filter(kinds=(CardKind.TOKEN,)),))),),
        ),
    ),
)
