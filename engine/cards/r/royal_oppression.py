"""Royal Oppression."""

from engine.cards.prelude import (
    BY_SPECIAL_SUMMON,
    EITHER,
    SPELL_TRAP_ZONES,
    Card,
    Event,
    Happening,
    NegateEffect,
    NegateSummon,
    PayLP,
    WouldSpecialSummon,
    activation,
    quick,
)

CARD = Card(
    "Royal Oppression",
    (
        activation(),
        quick(
            NegateSummon(),
            event=Event(Happening.WOULD_SUMMON, summoned=BY_SPECIAL_SUMMON),
            cost=(PayLP(800),),
            zones=SPELL_TRAP_ZONES,
            users=EITHER,
        ),
        quick(
            NegateEffect("destroy"),
            event=Event(Happening.ACTIVATED),
            condition=WouldSpecialSummon(),
            cost=(PayLP(800),),
            zones=SPELL_TRAP_ZONES,
            users=EITHER,
        ),
    ),
)
