"""Masked Dragon."""

from engine.cards.prelude import DECK, THIS, YOU, Card, Event, Filter, Happening, MonsterType, Select, SpecialSummon, when

CARD = Card(
    "Masked Dragon",
    (
        when(
            Event(Happening.BATTLE_DESTROYED, subject=THIS),
            SpecialSummon(Select(Filter(zones=DECK, who=YOU, types=(MonsterType.DRAGON,), atk_max=1500))),
        ),
    ),
)
