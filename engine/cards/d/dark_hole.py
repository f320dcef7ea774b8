"""Dark Hole."""

from engine.cards.prelude import ALL_MONSTERS, Card, Destroy, activation, every

CARD = Card("Dark Hole", (activation(Destroy(every(ALL_MONSTERS))),))
