"""Treeborn Frog."""

from engine.cards.prelude import (
    GY,
    MONSTER,
    ONCE,
    SPELL_TRAP_ZONES,
    THIS,
    YOU,
    Both,
    Card,
    Effect,
    EffectKind,
    Event,
    Filter,
    Happening,
    Have,
    Not,
    Phase,
    SpecialSummon,
    steps,
)

CARD = Card(
    "Treeborn Frog",
    (
        Effect(
            EffectKind.TRIGGER,
            steps(SpecialSummon(THIS)),
            GY,
            event=Event(Happening.PHASE, phase=Phase.STANDBY, player=YOU),
            condition=Both(
                (
                    Not(Have(Filter(zones=SPELL_TRAP_ZONES, who=YOU))),
                    Not(Have(Filter(zones=MONSTER, who=YOU, face_up=True, names=("Treeborn Frog",)))),
                )
            ),
            limit=ONCE,
            condition_at_resolution=True,
        ),
    ),
)
