"""Rescue Cat."""

from engine.cards.prelude import (
    DECK,
    THIS,
    YOU,
    Card,
    Filter,
    Limit,
    MonsterType,
    PayCards,
    Property,
    Scope,
    Select,
    SpecialSummon,
    Static,
    ignition,
)

CARD = Card(
    "Rescue Cat",
    (
        ignition(
            SpecialSummon(
                Select(Filter(zones=DECK, who=YOU, types=(MonsterType.BEAST,), level_max=3), 2),
                applied=(Static(Property.NEGATED, THIS), Static(Property.END_DESTROYS, THIS)),
                frees_zone=True,
            ),
            cost=(PayCards("send", THIS),),
            limit=Limit(Scope.USE),
        ),
    ),
)

EDITIONS = {
    "version_2005": Card(
        "Rescue Cat",
        (
            ignition(
                SpecialSummon(
                    Select(Filter(zones=DECK, who=YOU, types=(MonsterType.BEAST,), level_max=3), 2),
                    applied=(Static(Property.END_DESTROYS, THIS),),
                    frees_zone=True,
                ),
                cost=(PayCards("send", THIS),),
            ),
        ),
    )
}
