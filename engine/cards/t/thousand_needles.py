"""Thousand Needles."""

from engine.cards.prelude import (
    ATTACKER,
    THIS,
    Battling,
    Both,
    Card,
    Compare,
    Destroy,
    Event,
    Filter,
    Happening,
    Is,
    Stat,
    must,
)

CARD = Card(
    "Thousand Needles",
    (
        must(
            Event(Happening.STEP_END, other=THIS),
            Destroy(ATTACKER),
            condition=Both(
                (
                    Battling(THIS, "target"),
                    Is(THIS, Filter(attack_position=False)),
                    Compare(Stat(THIS, "def"), ">", Stat(ATTACKER)),
                )
            ),
        ),
    ),
)
