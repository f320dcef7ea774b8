"""Twister."""

from engine.cards.prelude import SPELL_TRAP_ZONES, TARGET, Card, Destroy, Filter, PayLP, Select, activation

CARD = Card(
    "Twister",
    (activation(Destroy(TARGET), cost=(PayLP(500),), targets=(Select(Filter(zones=SPELL_TRAP_ZONES, face_up=True)),)),),
)
