"""Dark Magician Girl."""

from engine.cards.prelude import GY, THIS, Card, Count, Filter, Property, Static

CARD = Card(
    "Dark Magician Girl",
    statics=(
        Static(Property.ATK, THIS, value=Count(Filter(zones=GY, names=("Dark Magician", "Magician of Black Chaos")), 300)),
    ),
)
