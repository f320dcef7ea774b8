"""Witch of the Black Forest."""

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

WANTED = Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,), def_max=1500)
SENT = Event(Happening.SENT, subject=THIS, origin=(Zone.MONSTER, *SPELL_TRAP_ZONES))
CARD = Card(
    "Witch of the Black Forest",
    (
        must(
            SENT,
            ToHand(Select(WANTED)),
            if_you_do(Apply(Static(Property.CANNOT_ACTIVATE, player=YOU, by=Filter(like=IT)))),
            limit=Limit(Scope.USE),
        ),
    ),
)
EDITIONS = {"version_2005": Card("Witch of the Black Forest", (must(SENT, ToHand(Select(WANTED))),))}
