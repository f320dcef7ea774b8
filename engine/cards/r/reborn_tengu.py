"""Reborn Tengu."""

from engine.cards.prelude import DECK, THIS, YOU, Card, Event, Filter, Happening, Select, SpecialSummon, must

CARD = Card(
    "Reborn Tengu",
    (
        must(
            Event(Happening.LEFT, subject=Filter(face_up=True, among=(THIS,))),
            SpecialSummon(Select(Filter(zones=DECK, who=YOU, names=("Reborn Tengu",)))),
        ),
    ),
)
