"""Burial from a Different Dimension."""

from engine.cards.prelude import TARGET, Card, CardKind, Filter, Select, Send, Zone, activation

CARD = Card(
    "Burial from a Different Dimension",
    (
        activation(
            Send(TARGET, returned=True),
            targets=(Select(Filter(zones=(Zone.BANISHED,), face_up=True, kinds=(CardKind.MONSTER,)), 3, up_to=True),),
        ),
    ),
)
