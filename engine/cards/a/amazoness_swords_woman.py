"""Amazoness Swords Woman."""

from engine.cards.prelude import THIS, Card, Property, Static

CARD = Card("Amazoness Swords Woman", (), (Static(Property.DAMAGE_TO_OPPONENT, THIS),))
