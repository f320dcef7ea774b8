"""Man-Eater Bug."""

from engine.cards.prelude import ALL_MONSTERS, TARGET, Card, Destroy, Select, flip

CARD = Card("Man-Eater Bug", (flip(Destroy(TARGET), targets=(Select(ALL_MONSTERS, may_be_this=True),)),))
