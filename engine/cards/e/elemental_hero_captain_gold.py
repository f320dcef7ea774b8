"""Elemental HERO Captain Gold."""

from engine.cards.prelude import (
    DECK,
    HAND,
    THIS,
    YOU,
    Card,
    Filter,
    Have,
    Not,
    PayCards,
    Property,
    Select,
    Static,
    ToHand,
    Zone,
    ignition,
)

SKYSCRAPER = Filter(zones=(Zone.FIELD,), face_up=True, names=("Skyscraper",))

CARD = Card(
    "Elemental HERO Captain Gold",
    (
        ignition(
            ToHand(Select(Filter(zones=DECK, who=YOU, names=("Skyscraper",)))),
            cost=(PayCards("discard", THIS),),
            zones=HAND,
        ),
    ),
    (Static(Property.PERISHES, THIS, condition=Not(Have(SKYSCRAPER))),),
)
