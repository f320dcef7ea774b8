"""Spirit Message "A"."""

from engine.cards.prelude import THIS, Card, Property, Static

CARD = Card('Spirit Message "A"', statics=(Static(Property.ONLY_PLACED, THIS, word="Destiny Board"),))
