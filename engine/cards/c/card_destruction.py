"""Card Destruction."""

from engine.cards.prelude import (
    DECK,
    EITHER,
    HAND,
    OPPONENT,
    THIS,
    YOU,
    Both,
    Card,
    Compare,
    Count,
    Discard,
    Draw,
    Filter,
    Have,
    Result,
    activation,
    every,
    then,
)

CARD = Card(
    "Card Destruction",
    (
        activation(
            Discard(every(Filter(zones=HAND))),
            then(Draw(Result("discarded", of_each=True), EITHER)),
            condition=Both(
                (
                    Have(Filter(zones=HAND, but=(THIS,))),
                    Compare(Count(Filter(zones=DECK, who=YOU)), ">=", Count(Filter(zones=HAND, who=YOU, but=(THIS,)))),
                    Compare(Count(Filter(zones=DECK, who=OPPONENT)), ">=", Count(Filter(zones=HAND, who=OPPONENT))),
                )
            ),
        ),
    ),
)
