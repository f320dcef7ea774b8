"""Mountain."""

from engine.cards.prelude import MONSTER, Filter, MonsterType, boost, field_spell

CARD = field_spell(
    "Mountain",
    *boost(
        Filter(zones=MONSTER, face_up=True, types=(MonsterType.DRAGON, MonsterType.WINGED_BEAST, MonsterType.THUNDER)), 200, 200
    ),
)
