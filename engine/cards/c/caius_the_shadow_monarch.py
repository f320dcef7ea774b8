"""Caius the Shadow Monarch."""

from engine.cards.prelude import (
    ANY_CARD,
    IT,
    TARGET,
    THIS,
    Attribute,
    Banish,
    Card,
    CardKind,
    Damage,
    Event,
    Filter,
    Happening,
    Is,
    Joint,
    Select,
    Step,
    SummonKind,
    must,
)

CARD = Card(
    "Caius the Shadow Monarch",
    (
        must(
            Event(Happening.SUMMONED, subject=THIS, summoned=(SummonKind.TRIBUTE,)),
            Banish(TARGET),
            Step(
                Damage(1000),
                Joint.IF_YOU_DO,
                condition=Is(IT, Filter(kinds=(CardKind.MONSTER, CardKind.TOKEN), attributes=(Attribute.DARK,))),
            ),
            targets=(Select(ANY_CARD, may_be_this=True),),
        ),
    ),
)
