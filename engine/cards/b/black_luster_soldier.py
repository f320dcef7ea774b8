"""Black Luster Soldier."""

from engine.cards.prelude import (
    Card,
)

CARD = Card("Black Luster Soldier")
