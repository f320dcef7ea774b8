"""Breaker the Magical Warrior."""

from engine.cards.prelude import (
    ANY_SPELL_TRAP,
    BY_NORMAL_SUMMON,
    TARGET,
    THIS,
    Card,
    Counters,
    Destroy,
    Event,
    Happening,
    PayCounters,
    PlaceCounter,
    Property,
    Select,
    Static,
    Times,
    ignition,
    must,
)

SPELL_COUNTER = "Spell Counter"

CARD = Card(
    "Breaker the Magical Warrior",
    (
        must(
            Event(Happening.SUMMONED, subject=THIS, summoned=BY_NORMAL_SUMMON),
            PlaceCounter(THIS, SPELL_COUNTER, 1, 1),
        ),
        ignition(Destroy(TARGET), cost=(PayCounters(THIS, SPELL_COUNTER),), targets=(Select(ANY_SPELL_TRAP),)),
    ),
    (Static(Property.ATK, THIS, value=Times(Counters(THIS, SPELL_COUNTER), 300)),),
)
