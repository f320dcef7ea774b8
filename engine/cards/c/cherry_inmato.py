"""Cherry Inmato."""

from engine.cards.prelude import (
    DECK,
    IT,
    THIS,
    YOU,
    Apply,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Property,
    Select,
    SpecialSummon,
    Static,
    also,
    when,
)

CARD = Card(
    "Cherry Inmato",
    (
        when(
            Event(Happening.BATTLE_DESTROYED, subject=THIS),
            SpecialSummon(Select(Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,), series="Inmato"), 2, up_to=True)),
            also(Apply(Static(Property.NOT_MATERIAL), IT)),
        ),
    ),
)
