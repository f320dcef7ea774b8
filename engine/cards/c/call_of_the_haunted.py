"""Call of the Haunted."""

from engine.cards.prelude import (
    GY,
    HELD,
    IT,
    TARGET,
    THIS,
    YOU,
    Card,
    CardKind,
    Destroy,
    Event,
    Filter,
    Happening,
    Hold,
    Select,
    SpecialSummon,
    activation,
    each_time,
    if_you_do,
)

CARD = Card(
    "Call of the Haunted",
    (
        activation(
            SpecialSummon(TARGET, "attack"),
            if_you_do(Hold(IT)),
            targets=(Select(Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,))),),
        ),
        each_time(Event(Happening.DESTROYED, subject=HELD), Destroy(THIS)),
    ),
)
