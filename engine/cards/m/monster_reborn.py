"""Monster Reborn."""

from engine.cards.prelude import GY, TARGET, Card, CardKind, Filter, Select, SpecialSummon, activation

CARD = Card(
    "Monster Reborn", (activation(SpecialSummon(TARGET), targets=(Select(Filter(zones=GY, kinds=(CardKind.MONSTER,))),)),)
)
