"""Polymerization."""

from engine.cards.prelude import Card, FusionSummon, activation

CARD = Card("Polymerization", (activation(FusionSummon()),))
