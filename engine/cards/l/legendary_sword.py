"""Legendary Sword."""

from engine.cards.prelude import (
    EQUIPPED,
    Filter,
    MonsterType,
    Property,
    Static,
    equip_spell,
)

WARRIOR = Filter(types=(MonsterType.WARRIOR,))

CARD = equip_spell(
    "Legendary Sword", WARRIOR, Static(Property.ATK, EQUIPPED, value=300), Static(Property.DEF, EQUIPPED, value=300)
)
