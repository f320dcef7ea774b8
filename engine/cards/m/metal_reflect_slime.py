"""Metal Reflect Slime."""

from engine.cards.prelude import Attribute, BecomeMonster, Card, MonsterType, Property, Static, activation

CARD = Card(
    "Metal Reflect Slime",
    (
        activation(
            BecomeMonster(
                MonsterType.AQUA,
                Attribute.WATER,
                10,
                0,
                3000,
                effect=True,
                position="defense",
                applied=(Static(Property.CANNOT_ATTACK),),
            )
        ),
    ),
)
