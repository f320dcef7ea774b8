"""Dupe Frog."""

from engine.cards.prelude import (
    MONSTER,
    THEIR_MONSTERS,
    THIS,
    YOU,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Property,
    Select,
    Static,
    ToHand,
    Zone,
    when,
)

CARD = Card(
    "Dupe Frog",
    (
        when(
            Event(Happening.SENT, subject=THIS, origin=MONSTER),
            ToHand(
                Select(
                    Filter(
                        zones=(Zone.DECK, Zone.GY),
                        who=YOU,
                        kinds=(CardKind.MONSTER,),
                        series="Frog",
                        none_of=(Filter(names=("Dupe Frog",)),),
                    )
                )
            ),
        ),
    ),
    (
        Static(Property.NAME, THIS, word="Des Frog"),
        Static(Property.NOT_ATTACKABLE, Filter(zones=MONSTER, who=YOU, but=(THIS,)), by=THEIR_MONSTERS),
    ),
)
