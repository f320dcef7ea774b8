"""Umi."""

from engine.cards.prelude import MONSTER, Filter, MonsterType, boost, field_spell

CARD = field_spell(
    "Umi",
    *boost(
        Filter(
            zones=MONSTER,
            face_up=True,
            types=(MonsterType.FISH, MonsterType.SEA_SERPENT, MonsterType.THUNDER, MonsterType.AQUA),
        ),
        200,
        200,
    ),
    *boost(Filter(zones=MONSTER, face_up=True, types=(MonsterType.MACHINE, MonsterType.PYRO)), -200, -200),
)
