"""Chain Energy."""

from engine.cards.prelude import EITHER, Card, Property, Static, activation

CARD = Card("Chain Energy", (activation(),), (Static(Property.HAND_TOLL, player=EITHER, value=500),))
