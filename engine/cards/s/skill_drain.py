"""Skill Drain."""

from engine.cards.prelude import MONSTER, Card, Filter, PayLP, Property, Static, activation

CARD = Card("Skill Drain", (activation(cost=(PayLP(1000),)),), (Static(Property.NEGATED, Filter(zones=MONSTER, face_up=True)),))
