"""Rainbow Life."""

from engine.cards.prelude import HAND, YOU, Apply, Card, Filter, PayCards, Property, Select, Static, activation

CARD = Card(
    "Rainbow Life",
    (
        activation(
            Apply(Static(Property.DAMAGE_HEALS, player=YOU)),
            cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),),
        ),
    ),
)
