"""Cannon Soldier."""

from engine.cards.prelude import YOUR_MONSTERS, Card, Damage, PayCards, Select, ignition

CARD = Card("Cannon Soldier", (ignition(Damage(500), cost=(PayCards("tribute", Select(YOUR_MONSTERS, may_be_this=True)),)),))
