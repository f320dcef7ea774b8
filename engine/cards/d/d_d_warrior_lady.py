"""D.D. Warrior Lady."""

from engine.cards.prelude import (
    ATTACKED,
    ATTACKER,
    MONSTER,
    OPPONENT,
    THEIR_MONSTERS,
    THIS,
    Banish,
    Battling,
    Card,
    Event,
    Filter,
    Happening,
    also,
    every,
    when,
)

CARD = Card(
    "D.D. Warrior Lady",
    (
        when(
            Event(Happening.AFTER_CALCULATION),
            Banish(every(Filter(zones=MONSTER, who=OPPONENT, among=(ATTACKER, ATTACKED)))),
            also(Banish(THIS)),
            condition=Battling(THIS, against=THEIR_MONSTERS),
        ),
    ),
)
