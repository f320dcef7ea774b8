"""Exiled Force."""

from engine.cards.prelude import ALL_MONSTERS, TARGET, THIS, Card, Destroy, PayCards, Select, ignition

CARD = Card("Exiled Force", (ignition(Destroy(TARGET), cost=(PayCards("tribute", THIS),), targets=(Select(ALL_MONSTERS),)),))
