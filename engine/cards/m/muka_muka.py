"""Muka Muka."""

from engine.cards.prelude import HAND, THIS, YOU, Card, Count, Filter, Property, Static

CARDS = Count(Filter(zones=HAND, who=YOU), 300)

CARD = Card("Muka Muka", (), (Static(Property.ATK, THIS, value=CARDS), Static(Property.DEF, THIS, value=CARDS)))
