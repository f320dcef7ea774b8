"""Chaos Sorcerer."""

from engine.cards.prelude import (
    GY,
    MONSTER,
    ONCE,
    TARGET,
    THIS,
    YOU,
    Attribute,
    Banish,
    Card,
    Filter,
    PayCards,
    Property,
    Select,
    Static,
    SummonRules,
    ignition,
    summoned_if,
)

CARD = Card(
    "Chaos Sorcerer",
    (
        summoned_if(
            cost=(
                PayCards("banish", Select(Filter(zones=GY, who=YOU, attributes=(Attribute.LIGHT,)))),
                PayCards("banish", Select(Filter(zones=GY, who=YOU, attributes=(Attribute.DARK,)))),
            )
        ),
        ignition(
            Banish(TARGET),
            targets=(Select(Filter(zones=MONSTER, face_up=True), may_be_this=True),),
            limit=ONCE,
            oaths=(Static(Property.CANNOT_ATTACK, Filter(zones=MONSTER, among=(THIS,))),),
        ),
    ),
    summon=SummonRules(normal=False, own_way_first=True),
)
