"""Foolish Burial."""

from engine.cards.prelude import DECK, YOU, Card, CardKind, Filter, Select, Send, activation

CARD = Card("Foolish Burial", (activation(Send(Select(Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,))))),))
