"""Spirit Reaper."""

from engine.cards.prelude import HAND, OPPONENT, THIS, Card, Discard, Event, Filter, Happening, Property, Select, Static, must

CARD = Card(
    "Spirit Reaper",
    (
        must(
            Event(Happening.BATTLE_DAMAGE, subject=THIS, player=OPPONENT, direct=True),
            Discard(Select(Filter(zones=HAND, who=OPPONENT), random=True)),
        ),
    ),
    (Static(Property.BATTLE_PROOF, THIS), Static(Property.DIES_WHEN_TARGETED, THIS)),
)
