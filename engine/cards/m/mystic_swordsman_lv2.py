"""Mystic Swordsman LV2."""

from engine.cards.prelude import (
    ATTACKED,
    THIS,
    YOU,
    Battling,
    Card,
    Destroy,
    Did,
    Event,
    Filter,
    Happening,
    PayCards,
    Phase,
    Select,
    SpecialSummon,
    Timing,
    Zone,
    must,
    when,
)

CARD = Card(
    "Mystic Swordsman LV2",
    (
        must(Event(Happening.STEP_START, subject=THIS), Destroy(ATTACKED), condition=Battling(THIS, "attacker", "face_down")),
        when(
            Event(Happening.PHASE, phase=Phase.END),
            SpecialSummon(
                Select(Filter(zones=(Zone.HAND, Zone.DECK), who=YOU, names=("Mystic Swordsman LV4",))), frees_zone=True
            ),
            condition=Did(THIS, "destroyed_by_battle"),
            cost=(PayCards("send", THIS),),
            timing=Timing.IF,
        ),
    ),
)
