"""Macro Cosmos."""

from engine.cards.prelude import YOU, Card, Filter, Property, Select, SpecialSummon, Static, Step, Zone, activation

CARD = Card(
    "Macro Cosmos",
    (
        activation(
            Step(
                SpecialSummon(Select(Filter(zones=(Zone.HAND, Zone.DECK), who=YOU, names=("Helios - The Primordial Sun",)))),
                optional=True,
            )
        ),
    ),
    (Static(Property.GY_BANISHES, Filter()),),
)
