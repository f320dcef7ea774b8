"""Berserk Gorilla."""

from engine.cards.prelude import MONSTER, THIS, Card, Filter, Is, Property, Static

IN_DEFENSE = Is(THIS, Filter(zones=MONSTER, face_up=True, attack_position=False))

CARD = Card(
    "Berserk Gorilla",
    (),
    (Static(Property.PERISHES, THIS, condition=IN_DEFENSE), Static(Property.MUST_ATTACK, THIS)),
)
