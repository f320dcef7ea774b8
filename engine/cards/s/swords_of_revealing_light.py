"""Swords of Revealing Light."""

from engine.cards.prelude import MONSTER, OPPONENT, THEIR_MONSTERS, Card, Filter, Flip, Property, Static, activation, every

CARD = Card(
    "Swords of Revealing Light",
    (activation(Flip(every(Filter(zones=MONSTER, who=OPPONENT, face_up=False))), stays=3),),
    (Static(Property.CANNOT_ATTACK, THEIR_MONSTERS, word="declare"),),
)
