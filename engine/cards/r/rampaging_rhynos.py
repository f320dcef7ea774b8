"""Rampaging Rhynos."""

from engine.cards.prelude import (
    ONCE,
    THIS,
    Battling,
    Both,
    Card,
    DamageStep,
    Filter,
    Property,
    Shift,
    Standing,
    Static,
    ignition,
)

CARD = Card(
    "Rampaging Rhynos",
    (ignition(Shift(THIS), limit=ONCE),),
    (
        Static(
            Property.ATK,
            THIS,
            value=500,
            condition=Both((DamageStep(), Battling(THIS, "attacker", against=Filter(standing=Standing(column_of=THIS))))),
        ),
    ),
)
