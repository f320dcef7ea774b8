"""Bottomless Trap Hole."""

from engine.cards.prelude import EVENT_CARD, MONSTER, OPPONENT, Card, Destroy, Event, Filter, Happening, activation, every

CARD = Card(
    "Bottomless Trap Hole",
    (
        activation(
            Destroy(every(Filter(zones=MONSTER, face_up=True, atk_min=1500, among=(EVENT_CARD,))), banish=True),
            event=Event(Happening.SUMMONED, subject=Filter(atk_min=1500), by=OPPONENT),
        ),
    ),
)
