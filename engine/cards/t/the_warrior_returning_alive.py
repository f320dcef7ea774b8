"""The Warrior Returning Alive."""

from engine.cards.prelude import GY, TARGET, YOU, Card, Filter, MonsterType, Select, ToHand, activation

CARD = Card(
    "The Warrior Returning Alive",
    (activation(ToHand(TARGET), targets=(Select(Filter(zones=GY, who=YOU, types=(MonsterType.WARRIOR,))),)),),
)
