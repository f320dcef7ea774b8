"""Old Vindictive Magician."""

from engine.cards.prelude import TARGET, THEIR_MONSTERS, Card, Destroy, Select, flip

CARD = Card("Old Vindictive Magician", (flip(Destroy(TARGET), targets=(Select(THEIR_MONSTERS),)),))
