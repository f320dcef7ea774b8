"""Red Dragon Archfiend."""

from engine.cards.prelude import (
    MONSTER,
    ONCE,
    OPPONENT,
    THIS,
    YOU,
    Battling,
    Card,
    Destroy,
    Event,
    Filter,
    Happening,
    Is,
    Phase,
    every,
    must,
    synchro_of,
)

HERE = Is(THIS, Filter(zones=MONSTER, face_up=True))

CARD = Card(
    "Red Dragon Archfiend",
    (
        must(
            Event(Happening.AFTER_CALCULATION, subject=THIS),
            Destroy(every(Filter(zones=MONSTER, who=OPPONENT, attack_position=False))),
            condition=Battling(THIS, "attacker", against=Filter(who=OPPONENT, attack_position=False)),
        ),
        must(
            Event(Happening.PHASE, phase=Phase.END, player=YOU),
            Destroy(every(Filter(zones=MONSTER, who=YOU, attacked=False, but=(THIS,)))),
            condition=HERE,
            limit=ONCE,
            condition_at_resolution=True,
        ),
    ),
    materials=synchro_of(),
)
