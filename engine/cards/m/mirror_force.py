"""Mirror Force."""

from engine.cards.prelude import ATTACK_BY_OPPONENT, THEIR_ATTACKERS, Card, Destroy, activation, every

CARD = Card("Mirror Force", (activation(Destroy(every(THEIR_ATTACKERS)), event=ATTACK_BY_OPPONENT),))
