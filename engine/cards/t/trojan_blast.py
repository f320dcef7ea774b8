"""Trojan Blast."""

from engine.cards.prelude import EVENT_CARD, IT, OPPONENT, Card, Damage, Destroy, Event, Happening, Stat, activation, if_you_do

CARD = Card(
    "Trojan Blast",
    (
        activation(
            Destroy(EVENT_CARD),
            if_you_do(Damage(Stat(IT), OPPONENT)),
            event=Event(Happening.CONTROL, player=OPPONENT, by=OPPONENT),
        ),
    ),
)
