"""Spirit Message "I"."""

from engine.cards.prelude import THIS, Card, Property, Static

CARD = Card('Spirit Message "I"', statics=(Static(Property.ONLY_PLACED, THIS, word="Destiny Board"),))
