"""Rigorous Reaver."""

from engine.cards.prelude import (
    HAND,
    OPPONENT,
    OTHER_CARD,
    THIS,
    YOU,
    Apply,
    Card,
    Discard,
    Event,
    Filter,
    Happening,
    Property,
    Select,
    Static,
    Until,
    also,
    flip,
    must,
)

CARD = Card(
    "Rigorous Reaver",
    (
        flip(
            Discard(Select(Filter(zones=HAND, who=YOU))),
            also(Discard(Select(Filter(zones=HAND, who=OPPONENT), chooser=OPPONENT))),
        ),
        must(
            Event(Happening.BEATEN, subject=THIS),
            Apply(Static(Property.ATK, value=-500), OTHER_CARD, Until.ON_FIELD),
            also(Apply(Static(Property.DEF, value=-500), OTHER_CARD, Until.ON_FIELD)),
        ),
    ),
)
