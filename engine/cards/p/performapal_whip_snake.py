"""Performapal Whip Snake."""

from engine.cards.prelude import MONSTER, ONCE, TARGET, Apply, Card, During, Filter, Phase, Property, Select, Static, quick

CARD = Card(
    "Performapal Whip Snake",
    (
        quick(
            Apply(Static(Property.SWAPPED), TARGET),
            condition=During((Phase.MAIN1, Phase.MAIN2)),
            targets=(Select(Filter(zones=MONSTER, face_up=True), may_be_this=True),),
            limit=ONCE,
        ),
    ),
)
