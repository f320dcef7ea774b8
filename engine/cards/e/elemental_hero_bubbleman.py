"""Elemental HERO Bubbleman."""

from engine.cards.prelude import (
    HAND,
    SPELL_TRAP_ZONES,
    THIS,
    YOU,
    Both,
    Card,
    Draw,
    Event,
    Filter,
    Happening,
    Have,
    Not,
    Zone,
    summoned_if,
    when,
)

ALONE = Both(
    (
        Not(Have(Filter(zones=HAND, who=YOU))),
        Not(Have(Filter(zones=(Zone.MONSTER, *SPELL_TRAP_ZONES), who=YOU, but=(THIS,)))),
    )
)

CARD = Card(
    "Elemental HERO Bubbleman",
    (
        summoned_if(Not(Have(Filter(zones=HAND, who=YOU, but=(THIS,))))),
        when(Event(Happening.SUMMONED, subject=THIS), Draw(2), condition=ALONE, condition_at_resolution=True),
    ),
)
