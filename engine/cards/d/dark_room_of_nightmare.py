"""Dark Room of Nightmare."""

from engine.cards.prelude import OPPONENT, Card, Damage, Event, Filter, Happening, activation, must

CARD = Card(
    "Dark Room of Nightmare",
    (
        activation(),
        must(
            Event(
                Happening.EFFECT_DAMAGE, player=OPPONENT, source=Filter(none_of=(Filter(names=("Dark Room of Nightmare",)),))
            ),
            Damage(300),
        ),
    ),
)
