"""Marauding Captain."""

from engine.cards.prelude import (
    BY_NORMAL_SUMMON,
    HAND,
    MONSTER,
    THEIR_MONSTERS,
    THIS,
    YOU,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    MonsterType,
    Property,
    Select,
    SpecialSummon,
    Static,
    when,
)

CARD = Card(
    "Marauding Captain",
    (
        when(
            Event(Happening.SUMMONED, subject=THIS, summoned=BY_NORMAL_SUMMON),
            SpecialSummon(Select(Filter(zones=HAND, who=YOU, kinds=(CardKind.MONSTER,), level_max=4))),
        ),
    ),
    (
        Static(
            Property.NOT_ATTACKABLE,
            Filter(zones=MONSTER, who=YOU, face_up=True, types=(MonsterType.WARRIOR,), but=(THIS,)),
            by=THEIR_MONSTERS,
        ),
    ),
)
