"""Live☆Twin Ki-sikil."""

from dataclasses import replace

from engine.cards.prelude import (
    ATTACK_BY_OPPONENT,
    BY_NORMAL_SUMMON,
    BY_SPECIAL_SUMMON,
    DECK,
    HAND,
    THIS,
    YOU,
    YOUR_MONSTERS,
    Card,
    Event,
    Filter,
    GainLP,
    Happening,
    Have,
    Limit,
    Not,
    Scope,
    Select,
    SpecialSummon,
    Timing,
    each_time,
    when,
)

CARD = Card(
    "Live☆Twin Ki-sikil",
    (
        each_time(ATTACK_BY_OPPONENT, GainLP(500)),
        when(
            Event(Happening.SUMMONED, subject=THIS, summoned=(*BY_NORMAL_SUMMON, *BY_SPECIAL_SUMMON)),
            SpecialSummon(Select(Filter(zones=(*HAND, *DECK), who=YOU, series="Lil-la"))),
            condition=Not(Have(replace(YOUR_MONSTERS, but=(THIS,)))),
            limit=Limit(Scope.USE),
            timing=Timing.IF,
        ),
    ),
)
