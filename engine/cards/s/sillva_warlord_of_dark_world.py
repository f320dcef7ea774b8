"""Sillva, Warlord of Dark World."""

from dataclasses import replace

from engine.cards.prelude import (
    HAND,
    OPPONENT,
    THIS,
    YOU,
    Card,
    Cause,
    Event,
    Filter,
    Happening,
    Select,
    SpecialSummon,
    ToDeck,
    must,
    then,
)

DISCARDED = Event(Happening.DISCARDED, subject=THIS, causes=(Cause.EFFECT,), by=YOU)
BY_OPPONENT = replace(DISCARDED, by=OPPONENT)
CARD = Card(
    "Sillva, Warlord of Dark World",
    (
        must(DISCARDED, SpecialSummon(THIS)),
        must(
            BY_OPPONENT,
            SpecialSummon(THIS),
            then(ToDeck(Select(Filter(zones=HAND, who=OPPONENT), 2, chooser=OPPONENT), bottom=True)),
        ),
    ),
)
