"""Amazoness Queen."""

from engine.cards.prelude import MONSTER, YOU, Card, Filter, Property, Static

CARD = Card("Amazoness Queen", statics=(Static(Property.BATTLE_PROOF, Filter(zones=MONSTER, who=YOU, series="Amazoness")),))
