"""Blackwing - Gale the Whirlwind."""

from engine.cards.prelude import (
    ONCE,
    TARGET,
    THEIR_FACE_UP,
    Apply,
    Card,
    Half,
    Property,
    Select,
    Stat,
    Static,
    Until,
    also,
    ignition,
    other_than,
    summoned_if,
)

CARD = Card(
    "Blackwing - Gale the Whirlwind",
    (
        summoned_if(
            other_than("Blackwing - Gale the Whirlwind", "Blackwing"),
        ),
        ignition(
            Apply(Static(Property.SET_ATK, value=Half(Stat(TARGET))), TARGET, Until.ON_FIELD),
            also(Apply(Static(Property.SET_DEF, value=Half(Stat(TARGET, "def"))), TARGET, Until.ON_FIELD)),
            targets=(Select(THEIR_FACE_UP),),
            limit=ONCE,
        ),
    ),
)
