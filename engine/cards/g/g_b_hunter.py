"""G.B. Hunter."""

from engine.cards.prelude import ANY_CARD, Card, Property, Static

CARD = Card("G.B. Hunter", (), (Static(Property.NO_DECK_RETURN, ANY_CARD),))
