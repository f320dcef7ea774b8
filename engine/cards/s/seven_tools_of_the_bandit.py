"""Seven Tools of the Bandit."""

from engine.cards.prelude import Card, CardKind, Event, Filter, Happening, NegateActivation, PayLP, activation

CARD = Card(
    "Seven Tools of the Bandit",
    (
        activation(
            NegateActivation("destroy"),
            event=Event(Happening.ACTIVATED, subject=Filter(kinds=(CardKind.TRAP,)), direct=True),
            cost=(PayLP(1000),),
        ),
    ),
)
