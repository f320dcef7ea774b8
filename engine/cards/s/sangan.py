"""Sangan."""

from engine.cards.prelude import (
    DECK,
    IT,
    SPELL_TRAP_ZONES,
    THIS,
    YOU,
    Apply,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    Limit,
    Property,
    Scope,
    Select,
    Static,
    ToHand,
    Zone,
    if_you_do,
    must,
)

CARD = Card(
    "Sangan",
    (
        must(
            Event(Happening.SENT, subject=THIS, origin=(Zone.MONSTER, *SPELL_TRAP_ZONES)),
            ToHand(Select(Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,), atk_max=1500))),
            if_you_do(Apply(Static(Property.CANNOT_ACTIVATE, player=YOU, by=Filter(like=IT)))),
            limit=Limit(Scope.USE),
        ),
    ),
)

EDITIONS = {
    "version_2005": Card(
        "Sangan",
        (
            must(
                Event(Happening.SENT, subject=THIS, origin=(Zone.MONSTER, *SPELL_TRAP_ZONES)),
                ToHand(Select(Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,), atk_max=1500))),
            ),
        ),
    )
}
