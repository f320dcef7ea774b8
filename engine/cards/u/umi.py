"""Umi."""

from engine.cards.prelude import MONSTER, Filter, MonsterType, boost, field_spell

AT_HOME = (MonsterType.FISH, MonsterType.SEA_SERPENT, MonsterType.THUNDER, MonsterType.AQUA)
OUT_OF_PLACE = (MonsterType.MACHINE, MonsterType.PYRO)

CARD = field_spell(
    "Umi",
    *boost(Filter(zones=MONSTER, face_up=True, types=AT_HOME), 200, 200),
    *boost(Filter(zones=MONSTER, face_up=True, types=OUT_OF_PLACE), -200, -200),
)
