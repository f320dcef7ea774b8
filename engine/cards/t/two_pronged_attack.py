"""Two-Pronged Attack."""

from engine.cards.prelude import TARGET, THEIR_MONSTERS, YOUR_MONSTERS, Card, Destroy, Select, activation

CARD = Card("Two-Pronged Attack", (activation(Destroy(TARGET), targets=(Select(YOUR_MONSTERS, 2), Select(THEIR_MONSTERS))),))
