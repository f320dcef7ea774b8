"""Magic Cylinder."""

from engine.cards.prelude import (
    ATTACK_BY_OPPONENT,
    ATTACKER,
    MONSTER,
    TARGET,
    Card,
    Damage,
    Filter,
    NegateAttack,
    Select,
    Stat,
    activation,
    if_you_do,
)

CARD = Card(
    "Magic Cylinder",
    (
        activation(
            NegateAttack(),
            if_you_do(Damage(Stat(TARGET))),
            event=ATTACK_BY_OPPONENT,
            targets=(Select(Filter(zones=MONSTER, among=(ATTACKER,))),),
        ),
    ),
)
