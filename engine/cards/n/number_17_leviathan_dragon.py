"""Number 17: Leviathan Dragon."""

from engine.cards.prelude import (
    ONCE,
    THIS,
    Apply,
    Card,
    Filter,
    Is,
    Materials,
    PayMaterials,
    Property,
    Standing,
    Static,
    Until,
    ignition,
)

LEVEL_3 = Filter(level_min=3, level_max=3)

CARD = Card(
    "Number 17: Leviathan Dragon",
    (ignition(Apply(Static(Property.ATK, value=500), THIS, Until.ON_FIELD), cost=(PayMaterials(),), limit=ONCE),),
    (
        Static(
            Property.CANNOT_ATTACK,
            THIS,
            condition=Is(THIS, Filter(standing=Standing(has_material=False))),
            word="direct",
        ),
    ),
    materials=Materials((LEVEL_3, LEVEL_3)),
)
