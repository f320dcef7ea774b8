"""Destiny HERO - Malicious."""

from engine.cards.prelude import DECK, GY, THIS, YOU, Card, Filter, PayCards, Select, SpecialSummon, ignition

CARD = Card(
    "Destiny HERO - Malicious",
    (
        ignition(
            SpecialSummon(Select(Filter(zones=DECK, who=YOU, names=("Destiny HERO - Malicious",)))),
            cost=(PayCards("banish", THIS),),
            zones=GY,
        ),
    ),
)
