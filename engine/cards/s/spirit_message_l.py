"""Spirit Message "L"."""

from engine.cards.prelude import THIS, Card, Property, Static

CARD = Card('Spirit Message "L"', statics=(Static(Property.ONLY_PLACED, THIS, word="Destiny Board"),))
