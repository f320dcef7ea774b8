"""Naturia Beans."""

from engine.cards.prelude import THIS, Card, Damage, Event, Happening, Property, Static, must

CARD = Card(
    "Naturia Beans",
    (must(Event(Happening.ATTACK, other=THIS), Damage(500)),),
    (Static(Property.BATTLE_PROOF, THIS, times=1),),
)
