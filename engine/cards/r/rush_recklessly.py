"""Rush Recklessly."""

from engine.cards.prelude import MONSTER, TARGET, Apply, Card, Filter, Property, Select, Static, activation

CARD = Card(
    "Rush Recklessly",
    (
        activation(
            Apply(Static(Property.ATK, value=700), TARGET),
            targets=(Select(Filter(zones=MONSTER, face_up=True)),),
            damage_step=True,
        ),
    ),
)
