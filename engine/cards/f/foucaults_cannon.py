"""Foucault's Cannon."""

from dataclasses import replace

from engine.cards.prelude import (
    ANY_SPELL_TRAP,
    AS_PENDULUM_CARD,
    ONCE,
    TARGET,
    THIS,
    Card,
    Destroy,
    Did,
    Event,
    Happening,
    Phase,
    Select,
    Timing,
    Zone,
    when,
)

CARD = Card(
    "Foucault's Cannon",
    (
        AS_PENDULUM_CARD,
        when(
            Event(Happening.PHASE, phase=Phase.END),
            Destroy(TARGET),
            condition=Did(THIS, "arrived"),
            targets=(Select(replace(ANY_SPELL_TRAP, face_up=True), may_be_this=True),),
            limit=ONCE,
            zones=(Zone.SPELL_TRAP,),
            timing=Timing.IF,
        ),
    ),
)
