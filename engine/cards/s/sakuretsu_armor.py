"""Sakuretsu Armor."""

from engine.cards.prelude import ATTACK_BY_OPPONENT, ATTACKER, MONSTER, TARGET, Card, Destroy, Filter, Select, activation

CARD = Card(
    "Sakuretsu Armor",
    (activation(Destroy(TARGET), event=ATTACK_BY_OPPONENT, targets=(Select(Filter(zones=MONSTER, among=(ATTACKER,))),)),),
)
