"""Thunder Short."""

from engine.cards.prelude import THEIR_MONSTERS, Card, Count, Damage, activation

CARD = Card("Thunder Short", (activation(Damage(Count(THEIR_MONSTERS, 400))),))
