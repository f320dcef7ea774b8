"""Honest."""

from engine.cards.prelude import (
    FIGHTER,
    HAND,
    RIVAL,
    THIS,
    YOU,
    Apply,
    Attribute,
    Battling,
    Both,
    Card,
    DamageStep,
    Filter,
    PayCards,
    Property,
    Stat,
    Static,
    ToHand,
    ignition,
    quick,
)

CARD = Card(
    "Honest",
    (
        ignition(ToHand(THIS)),
        quick(
            Apply(Static(Property.ATK, value=Stat(RIVAL)), FIGHTER),
            condition=Both((DamageStep(), Battling(Filter(who=YOU, attributes=(Attribute.LIGHT,)), against=Filter()))),
            cost=(PayCards("send", THIS),),
            zones=HAND,
            damage_step=True,
        ),
    ),
)
