"""Horn of Heaven."""

from engine.cards.prelude import YOUR_MONSTERS, Card, Event, Happening, NegateSummon, PayCards, Select, activation

CARD = Card(
    "Horn of Heaven",
    (
        activation(
            NegateSummon(),
            event=Event(Happening.WOULD_SUMMON),
            cost=(PayCards("tribute", Select(YOUR_MONSTERS)),),
        ),
    ),
)
