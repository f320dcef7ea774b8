"""Performapal Hip Hippo."""

from engine.cards.prelude import (
    BY_NORMAL_SUMMON,
    THIS,
    YOU,
    Apply,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Property,
    Static,
    each_time,
)

CARD = Card(
    "Performapal Hip Hippo",
    (
        each_time(
            Event(Happening.SUMMONED, subject=THIS, summoned=BY_NORMAL_SUMMON),
            Apply(Static(Property.EXTRA_NORMAL, player=YOU, by=Filter(kinds=(CardKind.MONSTER,), level_min=7))),
        ),
    ),
)
