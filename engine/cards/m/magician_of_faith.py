"""Magician of Faith."""

from engine.cards.prelude import GY, TARGET, YOU, Card, CardKind, Filter, Select, ToHand, flip

CARD = Card("Magician of Faith", (flip(ToHand(TARGET), targets=(Select(Filter(zones=GY, who=YOU, kinds=(CardKind.SPELL,))),)),))
