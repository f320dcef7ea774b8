"""Blackwing - Gram the Shining Star."""

from engine.cards.prelude import (
    HAND,
    NON_TUNER,
    THIS,
    TUNER,
    YOU,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Materials,
    Property,
    Select,
    SpecialSummon,
    Static,
    SummonKind,
    SummonRules,
    when,
)

CARD = Card(
    "Blackwing - Gram the Shining Star",
    (
        when(
            Event(Happening.SUMMONED, subject=THIS, summoned=(SummonKind.SYNCHRO,)),
            SpecialSummon(
                Select(
                    Filter(
                        zones=HAND,
                        who=YOU,
                        kinds=(CardKind.MONSTER,),
                        series="Blackwing",
                        level_max=4,
                        none_of=(TUNER,),
                    )
                ),
                applied=(Static(Property.NEGATED, THIS),),
            ),
        ),
    ),
    summon=SummonRules(own_way_first=True),
    materials=Materials((TUNER,), NON_TUNER, 1),
)
