"""Compulsory Evacuation Device."""

from engine.cards.prelude import ALL_MONSTERS, TARGET, Card, Select, ToHand, activation

CARD = Card("Compulsory Evacuation Device", (activation(ToHand(TARGET), targets=(Select(ALL_MONSTERS),)),))
