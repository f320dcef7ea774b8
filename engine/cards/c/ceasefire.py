"""Ceasefire."""

from engine.cards.prelude import MONSTER, AnyOf, Card, Count, Damage, Filter, Flip, Have, activation, also, every

FACE_DOWN = Filter(zones=MONSTER, face_up=False)
EFFECT_MONSTERS = Filter(zones=MONSTER, face_up=True, effect_monster=True)

CARD = Card(
    "Ceasefire",
    (
        activation(
            Flip(every(FACE_DOWN), silent=True),
            also(Damage(Count(EFFECT_MONSTERS, 500))),
            condition=AnyOf((Have(FACE_DOWN), Have(EFFECT_MONSTERS))),
        ),
    ),
)
