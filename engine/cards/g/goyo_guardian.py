"""Goyo Guardian."""

from engine.cards.prelude import (
    EVENT_CARD,
    OPPONENT,
    THIS,
    Ability,
    Attribute,
    Card,
    Event,
    Filter,
    Happening,
    SpecialSummon,
    synchro_of,
    when,
)

CARD = Card(
    "Goyo Guardian",
    (
        when(
            Event(Happening.BATTLE_DESTROYED, subject=Filter(who=OPPONENT), other=THIS),
            SpecialSummon(EVENT_CARD, "defense"),
        ),
    ),
    materials=synchro_of(Filter(abilities=(Ability.TUNER,), attributes=(Attribute.EARTH,))),
)
