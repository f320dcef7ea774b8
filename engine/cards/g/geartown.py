"""Geartown."""

from engine.cards.prelude import (
    EITHER,
    IN_GY,
    THIS,
    YOU,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Property,
    Select,
    SpecialSummon,
    Static,
    Zone,
    activation,
    when,
)

CARD = Card(
    "Geartown",
    (
        activation(),
        when(
            Event(Happening.DESTROYED, subject=THIS),
            SpecialSummon(
                Select(Filter(zones=(Zone.HAND, Zone.DECK, Zone.GY), who=YOU, kinds=(CardKind.MONSTER,), series="Ancient Gear"))
            ),
            condition=IN_GY,
        ),
    ),
    (Static(Property.FEWER_TRIBUTES, player=EITHER, value=1, by=Filter(series="Ancient Gear")),),
)
