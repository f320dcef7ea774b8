"""Embodiment of Apophis."""

from engine.cards.prelude import Attribute, BecomeMonster, Card, During, MonsterType, Phase, activation

CARD = Card(
    "Embodiment of Apophis",
    (
        activation(
            BecomeMonster(MonsterType.REPTILE, Attribute.EARTH, 4, 1600, 1800),
            condition=During((Phase.MAIN1, Phase.MAIN2)),
        ),
    ),
)
