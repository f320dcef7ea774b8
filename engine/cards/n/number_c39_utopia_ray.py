"""Number C39: Utopia Ray."""

from dataclasses import replace

from engine.cards.prelude import (
    THEIR_FACE_UP,
    THIS,
    Apply,
    Attribute,
    Card,
    Compare,
    Filter,
    Life,
    Materials,
    PayMaterials,
    Property,
    Select,
    Static,
    if_you_do,
    ignition,
)

LIGHT = Filter(level_min=4, level_max=4, attributes=(Attribute.LIGHT,))

CARD = Card(
    "Number C39: Utopia Ray",
    (
        replace(
            ignition(
                Apply(Static(Property.ATK, value=500), THIS),
                if_you_do(Apply(Static(Property.ATK, value=-1000), Select(THEIR_FACE_UP))),
                condition=Compare(Life(), "<=", 1000),
                cost=(PayMaterials(),),
            ),
            condition_at_resolution=True,
        ),
    ),
    materials=Materials((LIGHT, LIGHT, LIGHT), overlay=Filter(names=("Number 39: Utopia",))),
)
