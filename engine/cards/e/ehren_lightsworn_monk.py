"""Ehren, Lightsworn Monk."""

from engine.cards.prelude import (
    ATTACKED,
    MONSTER,
    ONCE,
    OPPONENT,
    THIS,
    YOU,
    Battling,
    Card,
    Event,
    Filter,
    Happening,
    Is,
    Mill,
    Phase,
    ToDeck,
    must,
)

CARD = Card(
    "Ehren, Lightsworn Monk",
    (
        must(
            Event(Happening.BEFORE_CALCULATION, subject=THIS),
            ToDeck(ATTACKED),
            condition=Battling(THIS, "attacker", against=Filter(who=OPPONENT, attack_position=False)),
        ),
        must(
            Event(Happening.PHASE, phase=Phase.END, player=YOU),
            Mill(3),
            condition=Is(THIS, Filter(zones=MONSTER, face_up=True)),
            limit=ONCE,
        ),
    ),
)
