"""Raiza the Storm Monarch."""

from engine.cards.prelude import ANY_CARD, TARGET, THIS, Card, Event, Happening, Select, SummonKind, ToDeck, must

CARD = Card(
    "Raiza the Storm Monarch",
    (
        must(
            Event(Happening.SUMMONED, subject=THIS, summoned=(SummonKind.TRIBUTE,)),
            ToDeck(TARGET, top=True),
            targets=(Select(ANY_CARD, may_be_this=True),),
        ),
    ),
)
