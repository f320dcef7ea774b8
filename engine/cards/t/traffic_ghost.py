"""Traffic Ghost."""

from engine.cards.prelude import Card, Filter, Materials

CARD = Card("Traffic Ghost", materials=Materials((Filter(), Filter(), Filter())))
