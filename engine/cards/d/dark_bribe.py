"""Dark Bribe."""

from engine.cards.prelude import (
    OPPONENT,
    SPELL_OR_TRAP,
    Card,
    Draw,
    Event,
    Filter,
    Happening,
    NegateActivation,
    activation,
    also,
)

CARD = Card(
    "Dark Bribe",
    (
        activation(
            Draw(1, OPPONENT),
            also(NegateActivation("destroy")),
            event=Event(Happening.ACTIVATED, subject=Filter(kinds=SPELL_OR_TRAP), player=OPPONENT, direct=True),
        ),
    ),
)
