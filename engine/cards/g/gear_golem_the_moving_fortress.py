"""Gear Golem the Moving Fortress."""

from engine.cards.prelude import ONCE, THIS, Apply, Card, During, PayLP, Phase, Property, Static, ignition

CARD = Card(
    "Gear Golem the Moving Fortress",
    (
        ignition(
            Apply(Static(Property.DIRECT_ATTACK, THIS), THIS),
            condition=During((Phase.MAIN1,)),
            cost=(PayLP(800),),
            limit=ONCE,
        ),
    ),
)
