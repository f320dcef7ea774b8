"""Dark Room of Nightmare."""

from engine.cards.prelude import OPPONENT, Card, Damage, Event, Filter, Happening, activation, each_time

CARD = Card(
    "Dark Room of Nightmare",
    (
        activation(),
        each_time(
            Event(
                Happening.EFFECT_DAMAGE,
                player=OPPONENT,
                source=Filter(none_of=(Filter(names=("Dark Room of Nightmare",)),)),
            ),
            Damage(300),
        ),
    ),
)
