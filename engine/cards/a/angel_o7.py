"""Angel O7."""

from engine.cards.prelude import EITHER, THIS, Card, CardKind, Did, Filter, Property, Static

CARD = Card(
    "Angel O7",
    (),
    (
        Static(
            Property.CANNOT_ACTIVATE,
            player=EITHER,
            by=Filter(kinds=(CardKind.MONSTER,)),
            condition=Did(THIS, "tribute_summoned"),
        ),
    ),
)
