"""Kaibaman."""

from engine.cards.prelude import HAND, THIS, YOU, Card, Filter, PayCards, Select, SpecialSummon, ignition

CARD = Card(
    "Kaibaman",
    (
        ignition(
            SpecialSummon(Select(Filter(zones=HAND, who=YOU, names=("Blue-Eyes White Dragon",))), frees_zone=True),
            cost=(PayCards("tribute", THIS),),
        ),
    ),
)
