"""Mobius the Frost Monarch."""

from engine.cards.prelude import ANY_SPELL_TRAP, TARGET, THIS, Card, Destroy, Event, Happening, Select, SummonKind, when

CARD = Card(
    "Mobius the Frost Monarch",
    (
        when(
            Event(Happening.SUMMONED, subject=THIS, summoned=(SummonKind.TRIBUTE,)),
            Destroy(TARGET),
            targets=(Select(ANY_SPELL_TRAP, 2, up_to=True),),
        ),
    ),
)
