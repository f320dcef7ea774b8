"""Cyber Dragon."""

from engine.cards.prelude import ONLY_OPPONENT_HAS_MONSTERS, Card, summoned_if

CARD = Card("Cyber Dragon", (summoned_if(ONLY_OPPONENT_HAS_MONSTERS),))
