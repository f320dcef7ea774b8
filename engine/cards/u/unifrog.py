"""Unifrog."""

from engine.cards.prelude import (
    MONSTER,
    OPPONENT,
    SPELL_TRAP_ZONES,
    TARGET,
    THIS,
    YOU,
    Card,
    Destroy,
    Event,
    Filter,
    Happening,
    Have,
    Property,
    Select,
    Static,
    when,
)

CARD = Card(
    "Unifrog",
    (
        when(
            Event(Happening.BATTLE_DAMAGE, subject=THIS, player=OPPONENT, direct=True),
            Destroy(TARGET),
            condition=Have(
                Filter(
                    zones=MONSTER, who=YOU, face_up=True, series="Frog", none_of=(Filter(names=("Frog the Jam", "Unifrog")),)
                )
            ),
            targets=(Select(Filter(zones=SPELL_TRAP_ZONES, who=OPPONENT)),),
        ),
    ),
    (Static(Property.DIRECT_ATTACK, THIS),),
)
