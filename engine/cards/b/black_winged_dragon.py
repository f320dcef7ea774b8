"""Black-Winged Dragon."""

from engine.cards.prelude import (
    ONCE,
    TARGET,
    THEIR_FACE_UP,
    THIS,
    YOU,
    Ability,
    Apply,
    Card,
    Counters,
    Damage,
    Filter,
    Materials,
    PayCounters,
    Property,
    Result,
    Select,
    Static,
    Times,
    Until,
    if_you_do,
    ignition,
)

FEATHER = "Black Feather Counter"

CARD = Card(
    "Black-Winged Dragon",
    (
        ignition(
            Apply(Static(Property.ATK, value=Times(Result("counters"), -700)), TARGET, Until.ON_FIELD),
            if_you_do(Damage(Result("lost"))),
            cost=(PayCounters(THIS, FEATHER),),
            targets=(Select(THEIR_FACE_UP),),
            limit=ONCE,
        ),
    ),
    (
        Static(Property.COUNTER_SHIELD, player=YOU, word=FEATHER),
        Static(Property.ATK, THIS, value=Times(Counters(THIS, FEATHER), -700)),
    ),
    materials=Materials((Filter(abilities=(Ability.TUNER,)),), Filter(none_of=(Filter(abilities=(Ability.TUNER,)),)), 1),
)
