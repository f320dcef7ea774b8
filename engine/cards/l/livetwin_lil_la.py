"""Live☆Twin Lil-la."""

from dataclasses import replace

from engine.cards.prelude import (
    BY_NORMAL_SUMMON,
    BY_SPECIAL_SUMMON,
    DECK,
    HAND,
    MONSTER,
    THEIR_MONSTERS,
    THIS,
    YOU,
    YOUR_MONSTERS,
    Card,
    Event,
    Filter,
    Happening,
    Have,
    Limit,
    Not,
    Property,
    Scope,
    Select,
    SpecialSummon,
    Static,
    Timing,
    when,
)

CARD = Card(
    "Live☆Twin Lil-la",
    (
        when(
            Event(Happening.SUMMONED, subject=THIS, summoned=(*BY_NORMAL_SUMMON, *BY_SPECIAL_SUMMON)),
            SpecialSummon(Select(Filter(zones=(*HAND, *DECK), who=YOU, series="Ki-sikil"))),
            condition=Not(Have(replace(YOUR_MONSTERS, but=(THIS,)))),
            limit=Limit(Scope.USE),
            timing=Timing.IF,
        ),
    ),
    (Static(Property.ATTACK_COST, THEIR_MONSTERS, value=500, zones=MONSTER),),
)
