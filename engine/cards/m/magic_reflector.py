"""Magic Reflector."""

from engine.cards.prelude import (
    SPELL_TRAP_ZONES,
    TARGET,
    YOU,
    Apply,
    Card,
    CardKind,
    Filter,
    PlaceCounter,
    Property,
    Select,
    Static,
    Until,
    activation,
    if_you_do,
)

COUNTER = "Reflector Counter"
CARD = Card(
    "Magic Reflector",
    (
        activation(
            PlaceCounter(TARGET, COUNTER),
            if_you_do(Apply(Static(Property.COUNTER_SAVES, word=COUNTER), TARGET, until=Until.ON_FIELD)),
            targets=(Select(Filter(zones=SPELL_TRAP_ZONES, who=YOU, face_up=True, kinds=(CardKind.SPELL,))),),
        ),
    ),
)
