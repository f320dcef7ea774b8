"""Jam Breeding Machine."""

from engine.cards.prelude import (
    ONCE,
    YOU,
    Attribute,
    Card,
    Event,
    Happening,
    MakeTokens,
    MonsterType,
    Phase,
    Property,
    Static,
    Token,
    activation,
    must,
)

SLIME = Token("Slime Token", MonsterType.AQUA, Attribute.WATER, 1, 500, 500)
CARD = Card(
    "Jam Breeding Machine",
    (
        activation(),
        must(Event(Happening.PHASE, phase=Phase.STANDBY, player=YOU), MakeTokens(SLIME, 1, position="attack"), limit=ONCE),
    ),
    (Static(Property.CANNOT_SUMMON, player=YOU),),
)
