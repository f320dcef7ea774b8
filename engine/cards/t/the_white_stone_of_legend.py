"""The White Stone of Legend."""

from engine.cards.prelude import DECK, THIS, YOU, Card, Event, Filter, Happening, Select, ToHand, must

CARD = Card(
    "The White Stone of Legend",
    (
        must(
            Event(Happening.SENT, subject=THIS), ToHand(Select(Filter(zones=DECK, who=YOU, names=("Blue-Eyes White Dragon",))))
        ),
    ),
)
