"""Graceful Charity."""

from engine.cards.prelude import HAND, YOU, Card, Discard, Draw, Filter, Select, activation, then

CARD = Card("Graceful Charity", (activation(Draw(3), then(Discard(Select(Filter(zones=HAND, who=YOU), 2)))),))
