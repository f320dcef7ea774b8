"""Skull Invitation."""

from engine.cards.prelude import Card, DamageOwners, Event, Happening, activation, must

CARD = Card("Skull Invitation", (activation(), must(Event(Happening.SENT), DamageOwners(300))))
