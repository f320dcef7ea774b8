"""Scrap-Iron Scarecrow."""

from engine.cards.prelude import (
    ATTACK_BY_OPPONENT,
    ATTACKER,
    MONSTER,
    THIS,
    Card,
    Filter,
    NegateAttack,
    Select,
    SetCard,
    activation,
    also,
)

CARD = Card(
    "Scrap-Iron Scarecrow",
    (
        activation(
            NegateAttack(),
            also(SetCard(THIS)),
            event=ATTACK_BY_OPPONENT,
            targets=(Select(Filter(zones=MONSTER, among=(ATTACKER,))),),
        ),
    ),
)
