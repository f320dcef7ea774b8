"""Reinforcement of the Army."""

from engine.cards.prelude import DECK, YOU, Card, Filter, MonsterType, Select, ToHand, activation

CARD = Card(
    "Reinforcement of the Army",
    (activation(ToHand(Select(Filter(zones=DECK, who=YOU, types=(MonsterType.WARRIOR,), level_max=4)))),),
)
