"""Plaguespreader Zombie."""

from engine.cards.prelude import GY, HAND, THIS, YOU, Card, Filter, PayCards, Property, Select, SpecialSummon, Static, ignition

CARD = Card(
    "Plaguespreader Zombie",
    (
        ignition(
            SpecialSummon(THIS, applied=(Static(Property.LEAVES_BANISHED, THIS),)),
            cost=(PayCards("top", Select(Filter(zones=HAND, who=YOU))),),
            zones=GY,
        ),
    ),
)
