"""Morphing Jar."""

from engine.cards.prelude import EITHER, HAND, Card, Discard, Draw, Filter, also, every, flip

CARD = Card("Morphing Jar", (flip(Discard(every(Filter(zones=HAND))), also(Draw(5, EITHER))),))
