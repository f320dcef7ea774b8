"""Fenrir."""

from engine.cards.prelude import (
    GY,
    MONSTER,
    OPPONENT,
    THIS,
    YOU,
    Attribute,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    PayCards,
    Select,
    SkipDraws,
    SummonRules,
    must,
    summoned_if,
)

CARD = Card(
    "Fenrir",
    (
        summoned_if(
            cost=(
                PayCards(
                    "banish", Select(Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,), attributes=(Attribute.WATER,)), 2)
                ),
            )
        ),
        must(Event(Happening.BEATEN, subject=Filter(who=OPPONENT), other=THIS), SkipDraws(1, OPPONENT), zones=MONSTER),
    ),
    summon=SummonRules(normal=False, only_own_way=True),
)
