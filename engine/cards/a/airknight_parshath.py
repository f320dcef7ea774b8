"""Airknight Parshath."""

from engine.cards.prelude import OPPONENT, THIS, Card, Draw, Event, Happening, Property, Static, must

CARD = Card(
    "Airknight Parshath",
    (must(Event(Happening.BATTLE_DAMAGE, subject=THIS, player=OPPONENT), Draw(1)),),
    (Static(Property.PIERCING, THIS),),
)
