"""Wetlands."""

from engine.cards.prelude import MONSTER, Attribute, Filter, MonsterType, boost, field_spell

CARD = field_spell(
    "Wetlands",
    *boost(Filter(zones=MONSTER, face_up=True, types=(MonsterType.AQUA,), attributes=(Attribute.WATER,), level_max=2), 1200),
)
