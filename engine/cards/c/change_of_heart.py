"""Change of Heart."""

from engine.cards.prelude import TARGET, THEIR_MONSTERS, Card, Select, TakeControl, activation

CARD = Card("Change of Heart", (activation(TakeControl(TARGET), targets=(Select(THEIR_MONSTERS),)),))
