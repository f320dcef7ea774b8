"""White Night Dragon."""

from engine.cards.prelude import (
    MONSTER,
    SPELL_OR_TRAP,
    SPELL_TRAP_ZONES,
    THIS,
    YOU,
    Card,
    Effect,
    EffectKind,
    Event,
    Filter,
    Happening,
    LinkTargets,
    NegateActivation,
    PayCards,
    Select,
    TurnAttackTo,
    steps,
    when,
)

CARD = Card(
    "White Night Dragon",
    (
        Effect(
            EffectKind.QUICK,
            steps(NegateActivation("destroy")),
            event=Event(Happening.ACTIVATED, subject=Filter(kinds=SPELL_OR_TRAP), direct=True),
            condition=LinkTargets(THIS),
            optional=False,
        ),
        when(
            Event(Happening.ATTACK, other=Filter(zones=MONSTER, who=YOU, face_up=True, but=(THIS,))),
            TurnAttackTo(THIS),
            cost=(PayCards("send", Select(Filter(zones=SPELL_TRAP_ZONES, who=YOU))),),
        ),
    ),
)
