"""Swift Scarecrow."""

from engine.cards.prelude import (
    HAND,
    OPPONENT,
    THIS,
    Card,
    EndBattlePhase,
    Event,
    Happening,
    NegateAttack,
    PayCards,
    quick,
    then,
)

CARD = Card(
    "Swift Scarecrow",
    (
        quick(
            NegateAttack(),
            then(EndBattlePhase()),
            event=Event(Happening.ATTACK, player=OPPONENT, direct=True),
            cost=(PayCards("discard", THIS),),
            zones=HAND,
        ),
    ),
)
