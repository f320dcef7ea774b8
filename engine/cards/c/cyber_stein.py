"""Cyber-Stein."""

from engine.cards.prelude import YOU, Card, Filter, Frame, PayLP, Select, SpecialSummon, Zone, ignition

CARD = Card(
    "Cyber-Stein",
    (
        ignition(
            SpecialSummon(Select(Filter(zones=(Zone.EXTRA,), who=YOU, frames=(Frame.FUSION,))), "attack"), cost=(PayLP(5000),)
        ),
    ),
)
