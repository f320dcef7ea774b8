"""Des Koala."""

from engine.cards.prelude import HAND, OPPONENT, Card, Count, Damage, Filter, flip

CARD = Card("Des Koala", (flip(Damage(Count(Filter(zones=HAND, who=OPPONENT), 400))),))
