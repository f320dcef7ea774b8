"""Mystic Tomato."""

from engine.cards.prelude import (
    DECK,
    THIS,
    YOU,
    Attribute,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Select,
    SpecialSummon,
    when,
)

CARD = Card(
    "Mystic Tomato",
    (
        when(
            Event(Happening.BATTLE_DESTROYED, subject=THIS),
            SpecialSummon(
                Select(Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,), attributes=(Attribute.DARK,), atk_max=1500)),
                "attack",
            ),
        ),
    ),
)
