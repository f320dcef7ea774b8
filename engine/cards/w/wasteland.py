"""Wasteland."""

from engine.cards.prelude import MONSTER, Filter, MonsterType, boost, field_spell

CARD = field_spell(
    "Wasteland",
    *boost(Filter(zones=MONSTER, face_up=True, types=(MonsterType.DINOSAUR, MonsterType.ZOMBIE, MonsterType.ROCK)), 200, 200),
)
