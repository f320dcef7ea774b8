"""Blackwing - Kalut the Moon Shadow."""

from engine.cards.prelude import (
    ATTACKED,
    ATTACKER,
    HAND,
    MONSTER,
    THIS,
    YOU,
    Apply,
    Battling,
    Both,
    Card,
    DamageStep,
    Effect,
    EffectKind,
    Filter,
    PayCards,
    Property,
    Static,
    every,
    steps,
)

CARD = Card(
    "Blackwing - Kalut the Moon Shadow",
    (
        Effect(
            EffectKind.QUICK,
            steps(
                Apply(
                    Static(Property.ATK, value=1400),
                    every(Filter(zones=MONSTER, who=YOU, series="Blackwing", among=(ATTACKER, ATTACKED))),
                )
            ),
            HAND,
            condition=Both((DamageStep(), Battling(Filter(zones=MONSTER, who=YOU, face_up=True, series="Blackwing")))),
            cost=(PayCards("send", THIS),),
            damage_step=True,
        ),
    ),
)
