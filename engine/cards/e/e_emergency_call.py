"""E - Emergency Call."""

from engine.cards.prelude import DECK, YOU, Card, CardKind, Filter, Select, ToHand, activation

CARD = Card(
    "E - Emergency Call",
    (activation(ToHand(Select(Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,), series="Elemental HERO")))),),
)
