"""Blackwing - Shura the Blue Flame."""

from engine.cards.prelude import (
    DECK,
    MONSTER,
    OPPONENT,
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
    when,
)

CARD = Card(
    "Blackwing - Shura the Blue Flame",
    (
        when(
            Event(Happening.BATTLE_DESTROYED, subject=Filter(who=OPPONENT), other=THIS),
            SpecialSummon(
                Select(Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,), series="Blackwing", atk_max=1500)),
                applied=(Static(Property.NEGATED, THIS),),
            ),
            zones=MONSTER,
        ),
    ),
)
