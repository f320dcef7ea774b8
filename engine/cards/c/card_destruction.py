"""Card Destruction."""

from dataclasses import replace

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

OWN_HAND = Filter(zones=HAND, who=YOU, but=(THIS,), personal=True)
OWN_DECK = Filter(zones=DECK, who=YOU, personal=True)

CARD = Card(
    "Card Destruction",
    (
        activation(
            Discard(every(Filter(zones=HAND))),
            then(Draw(Result("discarded", of_each=True), EITHER)),
            condition=Both(
                (
                    Have(replace(OWN_HAND, who=None)),
                    Compare(Count(OWN_DECK), ">=", Count(OWN_HAND)),
                    Compare(
                        Count(replace(OWN_DECK, who=OPPONENT)), ">=", Count(Filter(zones=HAND, who=OPPONENT, personal=True))
                    ),
                )
            ),
        ),
    ),
)
