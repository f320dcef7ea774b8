"""Stardust Dragon."""

from engine.cards.prelude import (
    GY,
    THIS,
    Apply,
    Card,
    Event,
    Happening,
    Marked,
    NegateActivation,
    PayCards,
    Phase,
    Property,
    SpecialSummon,
    Static,
    WouldDestroy,
    also,
    quick,
    synchro_of,
    when,
)

CARD = Card(
    "Stardust Dragon",
    (
        quick(
            NegateActivation("destroy"),
            also(Apply(Static(Property.MARK, word="flew"), THIS)),
            event=Event(Happening.ACTIVATED),
            condition=WouldDestroy(1),
            cost=(PayCards("tribute", THIS),),
        ),
        when(
            Event(Happening.PHASE, phase=Phase.END),
            SpecialSummon(THIS),
            condition=Marked(THIS, "flew"),
            zones=GY,
        ),
    ),
    materials=synchro_of(),
)
