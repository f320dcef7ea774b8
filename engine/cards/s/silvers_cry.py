"""Silver's Cry."""

from engine.cards.prelude import (
    GY,
    TARGET,
    YOU,
    Card,
    Filter,
    Frame,
    Limit,
    MonsterType,
    Scope,
    Select,
    SpecialSummon,
    activation,
)

CARD = Card(
    "Silver's Cry",
    (
        activation(
            SpecialSummon(TARGET),
            targets=(Select(Filter(zones=GY, who=YOU, types=(MonsterType.DRAGON,), frames=(Frame.NORMAL,))),),
            limit=Limit(Scope.ACTIVATE),
        ),
    ),
)
