"""Vanity's Emptiness."""

from engine.cards.prelude import (
    EITHER,
    EVENT_CARD,
    GY,
    SPELL_TRAP_ZONES,
    THIS,
    YOU,
    Card,
    Destroy,
    Event,
    Filter,
    Happening,
    Is,
    Property,
    Static,
    Zone,
    activation,
    must,
)

CARD = Card(
    "Vanity's Emptiness",
    (
        activation(),
        must(
            Event(Happening.SENT, origin=(Zone.DECK, Zone.MONSTER, *SPELL_TRAP_ZONES)),
            Destroy(THIS),
            condition=Is(EVENT_CARD, Filter(zones=GY, who=YOU)),
        ),
    ),
    (Static(Property.CANNOT_SPECIAL, player=EITHER),),
)
