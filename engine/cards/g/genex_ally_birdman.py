"""Genex Ally Birdman."""

from engine.cards.prelude import (
    COST_CARD,
    HAND,
    IT,
    MONSTER,
    THIS,
    YOU,
    Apply,
    Attribute,
    Card,
    Filter,
    Is,
    Joint,
    PayCards,
    Property,
    Select,
    SpecialSummon,
    Static,
    Step,
    Until,
    ignition,
)

CARD = Card(
    "Genex Ally Birdman",
    (
        ignition(
            SpecialSummon(THIS, applied=(Static(Property.LEAVES_BANISHED, THIS),), frees_zone=True),
            Step(
                Apply(Static(Property.ATK, value=500), IT, Until.ON_FIELD),
                Joint.ALSO,
                condition=Is(COST_CARD, Filter(attributes=(Attribute.WIND,))),
            ),
            cost=(PayCards("return", Select(Filter(zones=MONSTER, who=YOU, face_up=True))),),
            zones=HAND,
        ),
    ),
)
