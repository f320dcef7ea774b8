"""Forest."""

from engine.cards.prelude import MONSTER, Filter, MonsterType, boost, field_spell

CARD = field_spell(
    "Forest",
    *boost(
        Filter(
            zones=MONSTER,
            face_up=True,
            types=(MonsterType.INSECT, MonsterType.BEAST, MonsterType.PLANT, MonsterType.BEAST_WARRIOR),
        ),
        200,
        200,
    ),
)
