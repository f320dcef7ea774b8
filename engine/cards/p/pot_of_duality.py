"""Pot of Duality."""

from engine.cards.prelude import YOU, Card, Excavate, Limit, Property, Scope, Static, activation

CARD = Card(
    "Pot of Duality",
    (
        activation(
            Excavate(3),
            limit=Limit(Scope.ACTIVATE),
            oaths=(Static(Property.CANNOT_SPECIAL, player=YOU),),
        ),
    ),
)
