"""Terraforming."""

from engine.cards.prelude import DECK, YOU, Card, Filter, Select, SpellTrapIcon, ToHand, activation

CARD = Card("Terraforming", (activation(ToHand(Select(Filter(zones=DECK, who=YOU, icons=(SpellTrapIcon.FIELD,))))),))
