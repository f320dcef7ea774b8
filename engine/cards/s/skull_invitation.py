"""Skull Invitation."""

from engine.cards.prelude import Card, DamageOwners, Event, Happening, activation, each_time

CARD = Card("Skull Invitation", (activation(), each_time(Event(Happening.SENT), DamageOwners(300))))
