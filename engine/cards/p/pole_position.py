"""Pole Position."""

from engine.cards.prelude import (
    EITHER,
    MONSTER,
    THIS,
    Card,
    CardKind,
    Destroy,
    Event,
    Extreme,
    Filter,
    Happening,
    Property,
    Select,
    Static,
    activation,
    must,
)

STRONGEST = Select(Filter(zones=MONSTER, face_up=True), every=True, extreme=Extreme.HIGHEST_ATK)
CARD = Card(
    "Pole Position",
    (
        activation(),
        must(Event(Happening.LEFT, subject=THIS), Destroy(STRONGEST)),
    ),
    (Static(Property.STRONGEST_UNAFFECTED, player=EITHER, by=Filter(kinds=(CardKind.SPELL,))),),
)
