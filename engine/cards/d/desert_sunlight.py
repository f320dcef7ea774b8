"""Desert Sunlight."""

from engine.cards.prelude import YOUR_MONSTERS, Card, Flip, Turn, activation, also, every

CARD = Card("Desert Sunlight", (activation(Flip(every(YOUR_MONSTERS)), also(Turn(every(YOUR_MONSTERS), "defense"))),))
