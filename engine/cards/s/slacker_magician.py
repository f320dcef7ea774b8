"""Slacker Magician."""

from engine.cards.prelude import (
    THIS,
    Card,
    Event,
    Filter,
    Happening,
    LinkTargets,
    Materials,
    NegateActivation,
    PayMaterials,
    Property,
    Static,
    quick,
)

LEVEL_1 = Filter(level_min=1, level_max=1)

CARD = Card(
    "Slacker Magician",
    (
        quick(
            NegateActivation("destroy"),
            event=Event(Happening.ACTIVATED),
            condition=LinkTargets(THIS),
            cost=(PayMaterials(),),
        ),
    ),
    (Static(Property.BATTLE_PROOF, THIS, times=1),),
    materials=Materials((LEVEL_1, LEVEL_1)),
)
