"""Evil★Twin Ki-sikil."""

from engine.cards.prelude import (
    BY_SPECIAL_SUMMON,
    GY,
    MONSTER,
    THIS,
    YOU,
    Apply,
    Both,
    Card,
    Draw,
    During,
    Event,
    Filter,
    Happening,
    Have,
    Limit,
    Materials,
    MonsterType,
    Not,
    Phase,
    Property,
    Scope,
    Select,
    SpecialSummon,
    Static,
    Timing,
    Zone,
    also,
    quick,
    when,
)

HAVE_LIL_LA = Have(Filter(zones=MONSTER, who=YOU, face_up=True, series="Lil-la"))
OTHER_EXTRA = Filter(zones=(Zone.EXTRA,), none_of=(Filter(types=(MonsterType.FIEND,)),))

CARD = Card(
    "Evil★Twin Ki-sikil",
    (
        when(
            Event(Happening.SUMMONED, subject=THIS, summoned=BY_SPECIAL_SUMMON),
            Draw(1),
            condition=HAVE_LIL_LA,
            limit=Limit(Scope.USE),
            timing=Timing.IF,
        ),
        quick(
            SpecialSummon(Select(Filter(zones=GY, who=YOU, series="Lil-la"))),
            also(Apply(Static(Property.CANNOT_SPECIAL, player=YOU, by=OTHER_EXTRA))),
            condition=Both((During((Phase.MAIN1, Phase.MAIN2)), Not(HAVE_LIL_LA))),
            limit=Limit(Scope.USE),
        ),
    ),
    materials=Materials((Filter(series="Ki-sikil"),), Filter(), 1),
)
