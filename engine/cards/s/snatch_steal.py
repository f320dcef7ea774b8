"""Snatch Steal."""

from engine.cards.prelude import (
    EQUIPPED,
    ONCE,
    OPPONENT,
    TARGET,
    THEIR_FACE_UP,
    Card,
    Equip,
    Event,
    FreeZone,
    GainLP,
    Happening,
    Phase,
    Property,
    Select,
    Static,
    activation,
    must,
)

CARD = Card(
    "Snatch Steal",
    (
        activation(Equip(TARGET), condition=FreeZone(), targets=(Select(THEIR_FACE_UP),)),
        must(Event(Happening.PHASE, phase=Phase.STANDBY, player=OPPONENT), GainLP(1000, OPPONENT), limit=ONCE),
    ),
    (Static(Property.CONTROL, EQUIPPED),),
)
