"""Tremendous Fire."""

from engine.cards.prelude import YOU, Card, Damage, activation, also

CARD = Card("Tremendous Fire", (activation(Damage(1000), also(Damage(500, YOU))),))
