"""Horus the Black Flame Dragon LV6."""

from engine.cards.prelude import (
    THIS,
    YOU,
    Card,
    CardKind,
    Did,
    Event,
    Filter,
    Happening,
    PayCards,
    Phase,
    Property,
    Select,
    SpecialSummon,
    Static,
    Timing,
    Zone,
    when,
)

CARD = Card(
    "Horus the Black Flame Dragon LV6",
    (
        when(
            Event(Happening.PHASE, phase=Phase.END),
            SpecialSummon(
                Select(Filter(zones=(Zone.HAND, Zone.DECK), who=YOU, names=("Horus the Black Flame Dragon LV8",))),
                frees_zone=True,
            ),
            condition=Did(THIS, "destroyed_by_battle"),
            cost=(PayCards("send", THIS),),
            timing=Timing.IF,
        ),
    ),
    (Static(Property.UNAFFECTED, THIS, by=Filter(kinds=(CardKind.SPELL,))),),
)
