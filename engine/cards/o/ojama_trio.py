"""Ojama Trio."""

from engine.cards.prelude import (
    OPPONENT,
    THIS,
    YOU,
    Attribute,
    Card,
    Damage,
    Event,
    Happening,
    MakeTokens,
    MonsterType,
    Property,
    Static,
    Token,
    activation,
    each_time,
)

CARD = Card(
    "Ojama Trio",
    (
        activation(
            MakeTokens(
                Token(
                    "Ojama Token",
                    MonsterType.BEAST,
                    Attribute.LIGHT,
                    2,
                    0,
                    1000,
                    (each_time(Event(Happening.DESTROYED, subject=THIS), Damage(300, YOU)),),
                    (Static(Property.NOT_TRIBUTABLE, THIS),),
                ),
                3,
                OPPONENT,
                "defense",
            )
        ),
    ),
)
