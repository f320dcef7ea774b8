"""Waboku."""

from engine.cards.prelude import YOU, YOUR_MONSTERS, Apply, Card, Property, Static, activation, also

CARD = Card(
    "Waboku",
    (
        activation(
            Apply(Static(Property.NO_BATTLE_DAMAGE, player=YOU)), also(Apply(Static(Property.BATTLE_PROOF, YOUR_MONSTERS)))
        ),
    ),
)
