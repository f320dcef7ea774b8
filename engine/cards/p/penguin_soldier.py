"""Penguin Soldier."""

from engine.cards.prelude import ALL_MONSTERS, TARGET, Card, Effect, EffectKind, Select, ToHand, steps

CARD = Card(
    "Penguin Soldier",
    (Effect(EffectKind.FLIP, steps(ToHand(TARGET)), targets=(Select(ALL_MONSTERS, 2, up_to=True, may_be_this=True),)),),
)
