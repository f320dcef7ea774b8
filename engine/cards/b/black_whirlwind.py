"""Black Whirlwind."""

from engine.cards.prelude import (
    BY_NORMAL_SUMMON,
    DECK,
    EVENT_CARD,
    YOU,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Select,
    Stat,
    ToHand,
    activation,
    when,
)

CARD = Card(
    "Black Whirlwind",
    (
        activation(),
        when(
            Event(
                Happening.SUMMONED,
                subject=Filter(who=YOU, series="Blackwing"),
                summoned=BY_NORMAL_SUMMON,
            ),
            ToHand(
                Select(Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,), series="Blackwing", atk_below=Stat(EVENT_CARD)))
            ),
        ),
    ),
)
