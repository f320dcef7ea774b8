"""Dodger Dragon."""

from engine.cards.prelude import (
    BY_NORMAL_SUMMON,
    OPPONENT,
    THIS,
    Apply,
    Card,
    Event,
    Filter,
    Happening,
    Property,
    SpellTrapIcon,
    Static,
    each_time,
)

CARD = Card(
    "Dodger Dragon",
    (
        each_time(
            Event(Happening.SUMMONED, subject=THIS, summoned=BY_NORMAL_SUMMON),
            Apply(Static(Property.CANNOT_ACTIVATE, player=OPPONENT, by=Filter(icons=(SpellTrapIcon.COUNTER,)), word="cards")),
        ),
    ),
    (Static(Property.SUMMON_SAFE, THIS, word="normal"),),
)
