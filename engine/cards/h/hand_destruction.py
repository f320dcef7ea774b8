"""Hand Destruction."""

from engine.cards.prelude import (
    DECK,
    EITHER,
    HAND,
    OPPONENT,
    THIS,
    YOU,
    Both,
    Card,
    Draw,
    Filter,
    Have,
    Select,
    Send,
    activation,
    also,
    then,
)

CARD = Card(
    "Hand Destruction",
    (
        activation(
            Send(Select(Filter(zones=HAND, who=YOU), 2)),
            also(Send(Select(Filter(zones=HAND, who=OPPONENT), 2, chooser=OPPONENT))),
            then(Draw(2, EITHER)),
            condition=Both(
                (
                    Have(Filter(zones=HAND, who=YOU, but=(THIS,), personal=True), 2),
                    Have(Filter(zones=HAND, who=OPPONENT, personal=True), 2),
                    Have(Filter(zones=DECK, who=YOU, personal=True), 2),
                    Have(Filter(zones=DECK, who=OPPONENT, personal=True), 2),
                )
            ),
        ),
    ),
)
