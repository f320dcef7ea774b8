"""Blast Sphere."""

from engine.cards.prelude import (
    ATTACKER,
    EQUIPPED,
    IT,
    OPPONENT,
    THEIR_MONSTERS,
    THIS,
    Battling,
    Card,
    Damage,
    Destroy,
    Equip,
    Event,
    Happening,
    Phase,
    Stat,
    Zone,
    if_you_do,
    must,
)

CARD = Card(
    "Blast Sphere",
    (
        must(
            Event(Happening.BEFORE_CALCULATION, subject=THEIR_MONSTERS, other=THIS),
            Equip(ATTACKER),
            condition=Battling(THIS, "target", "face_down"),
        ),
        must(
            Event(Happening.PHASE, phase=Phase.STANDBY, player=OPPONENT),
            Destroy(EQUIPPED),
            if_you_do(Damage(Stat(IT))),
            zones=(Zone.SPELL_TRAP,),
        ),
    ),
)
