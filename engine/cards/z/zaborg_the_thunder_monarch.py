"""Zaborg the Thunder Monarch."""

from engine.cards.prelude import ALL_MONSTERS, TARGET, THIS, Card, Destroy, Event, Happening, Select, SummonKind, must

CARD = Card(
    "Zaborg the Thunder Monarch",
    (
        must(
            Event(Happening.SUMMONED, subject=THIS, summoned=(SummonKind.TRIBUTE,)),
            Destroy(TARGET),
            targets=(Select(ALL_MONSTERS, may_be_this=True),),
        ),
    ),
)
