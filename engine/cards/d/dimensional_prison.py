"""Dimensional Prison."""

from engine.cards.prelude import ATTACK_BY_OPPONENT, ATTACKER, MONSTER, TARGET, Banish, Card, Filter, Select, activation

CARD = Card(
    "Dimensional Prison",
    (activation(Banish(TARGET), event=ATTACK_BY_OPPONENT, targets=(Select(Filter(zones=MONSTER, among=(ATTACKER,))),)),),
)
