"""Sogen."""

from engine.cards.prelude import MONSTER, Filter, MonsterType, boost, field_spell

CARD = field_spell(
    "Sogen", *boost(Filter(zones=MONSTER, face_up=True, types=(MonsterType.WARRIOR, MonsterType.BEAST_WARRIOR)), 200, 200)
)
