"""Kuriboh."""

from engine.cards.prelude import (
    HAND,
    THEIR_MONSTERS,
    THIS,
    YOU,
    Apply,
    Battling,
    Card,
    Effect,
    EffectKind,
    PayCards,
    Property,
    Static,
    Until,
    steps,
)

CARD = Card(
    "Kuriboh",
    (
        Effect(
            EffectKind.QUICK,
            steps(Apply(Static(Property.NO_BATTLE_DAMAGE, player=YOU), until=Until.END_OF_DAMAGE_STEP)),
            HAND,
            condition=Battling(THEIR_MONSTERS, "attacker"),
            cost=(PayCards("discard", THIS),),
            calculation=True,
        ),
    ),
)
