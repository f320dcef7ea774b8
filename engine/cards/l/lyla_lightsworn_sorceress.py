"""Lyla, Lightsworn Sorceress."""

from engine.cards.prelude import (
    MONSTER,
    ONCE,
    OPPONENT,
    SPELL_TRAP_ZONES,
    TARGET,
    THIS,
    YOU,
    Apply,
    Card,
    Destroy,
    Event,
    Filter,
    Happening,
    Is,
    Mill,
    Phase,
    Property,
    Select,
    Static,
    Turn,
    Until,
    also,
    if_you_do,
    ignition,
    must,
)

CARD = Card(
    "Lyla, Lightsworn Sorceress",
    (
        ignition(
            Apply(Static(Property.CANNOT_CHANGE_POSITION), THIS, until=Until.END_OF_YOUR_NEXT_TURN),
            also(Turn(THIS, "defense")),
            if_you_do(Destroy(TARGET)),
            condition=Is(THIS, Filter(zones=MONSTER, face_up=True, attack_position=True)),
            targets=(Select(Filter(zones=SPELL_TRAP_ZONES, who=OPPONENT)),),
        ),
        must(
            Event(Happening.PHASE, phase=Phase.END, player=YOU),
            Mill(3),
            condition=Is(THIS, Filter(zones=MONSTER, face_up=True)),
            limit=ONCE,
        ),
    ),
)
