"""Dark Valkyria."""

from engine.cards.prelude import (
    ALL_MONSTERS,
    TARGET,
    THIS,
    Card,
    Counters,
    Destroy,
    Limit,
    PayCounters,
    PlaceCounter,
    Property,
    Scope,
    Select,
    Static,
    Times,
    ignition,
)

CARD = Card(
    "Dark Valkyria",
    (
        ignition(PlaceCounter(THIS, "Spell Counter"), limit=Limit(Scope.COPY, while_face_up=True)),
        ignition(
            Destroy(TARGET), cost=(PayCounters(THIS, "Spell Counter", 1),), targets=(Select(ALL_MONSTERS, may_be_this=True),)
        ),
    ),
    (Static(Property.ATK, THIS, value=Times(Counters(THIS, "Spell Counter"), 300)),),
)
