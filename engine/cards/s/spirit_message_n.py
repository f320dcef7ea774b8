"""Spirit Message "N"."""

from engine.cards.prelude import THIS, Card, Property, Static

CARD = Card('Spirit Message "N"', statics=(Static(Property.ONLY_PLACED, THIS, word="Destiny Board"),))
