"""The Inexperienced Spy."""

from engine.cards.prelude import HAND, OPPONENT, Card, Filter, LookAt, Select, activation

CARD = Card("The Inexperienced Spy", (activation(LookAt(Select(Filter(zones=HAND, who=OPPONENT)))),))
