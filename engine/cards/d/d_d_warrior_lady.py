"""D.D. Warrior Lady."""

from engine.cards.prelude import RIVAL, THEIR_MONSTERS, THIS, Banish, Battling, Card, Event, Happening, also, when

CARD = Card(
    "D.D. Warrior Lady",
    (
        when(
            Event(Happening.AFTER_CALCULATION),
            Banish(RIVAL),
            also(Banish(THIS)),
            condition=Battling(THIS, against=THEIR_MONSTERS),
        ),
    ),
)
