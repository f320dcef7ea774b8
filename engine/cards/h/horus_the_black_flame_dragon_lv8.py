"""Horus the Black Flame Dragon LV8."""

from engine.cards.prelude import (
    MONSTER,
    THIS,
    YOU,
    Card,
    CardKind,
    Effect,
    EffectKind,
    Event,
    Filter,
    Happening,
    Is,
    NegateActivation,
    SummonRules,
    steps,
)

CARD = Card(
    "Horus the Black Flame Dragon LV8",
    (
        Effect(
            EffectKind.QUICK,
            steps(NegateActivation("destroy")),
            event=Event(Happening.ACTIVATED, subject=Filter(kinds=(CardKind.SPELL,)), direct=True),
            condition=Is(THIS, Filter(zones=MONSTER, who=YOU, face_up=True)),
            condition_at_resolution=True,
        ),
    ),
    summon=SummonRules(normal=False, only_own_way=True, summoned_by=("Horus the Black Flame Dragon LV6",)),
)
