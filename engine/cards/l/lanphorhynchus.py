"""LANphorhynchus."""

from engine.cards.prelude import Card, Filter, Materials

CARD = Card("LANphorhynchus", materials=Materials((Filter(), Filter())))
