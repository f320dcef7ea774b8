"""Ronintoadin."""

from engine.cards.prelude import (
    GY,
    THIS,
    YOU,
    Card,
    CardKind,
    Filter,
    PayCards,
    Property,
    Select,
    SpecialSummon,
    Static,
    ignition,
)

CARD = Card(
    "Ronintoadin",
    (
        ignition(
            SpecialSummon(THIS),
            cost=(PayCards("banish", Select(Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,), series="Frog"))),),
            zones=GY,
        ),
    ),
    (Static(Property.NOT_MATERIAL, THIS), Static(Property.NAME, THIS, word="Des Frog")),
)
