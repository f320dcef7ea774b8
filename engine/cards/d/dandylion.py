"""Dandylion."""

from engine.cards.prelude import (
    THIS,
    Attribute,
    Card,
    Did,
    Event,
    Happening,
    MakeTokens,
    MonsterType,
    Property,
    Static,
    Token,
    must,
)

FLUFF = Token(
    "Fluff Token",
    MonsterType.PLANT,
    Attribute.WIND,
    1,
    0,
    0,
    statics=(Static(Property.NOT_TRIBUTABLE, THIS, condition=Did(THIS, "arrived")),),
)

CARD = Card("Dandylion", (must(Event(Happening.SENT, subject=THIS), MakeTokens(FLUFF, 2, position="defense")),))
