"""Violet Crystal."""

from engine.cards.prelude import (
    EQUIPPED,
    Filter,
    MonsterType,
    Property,
    Static,
    equip_spell,
)

ZOMBIE = Filter(types=(MonsterType.ZOMBIE,))

CARD = equip_spell(
    "Violet Crystal", ZOMBIE, Static(Property.ATK, EQUIPPED, value=300), Static(Property.DEF, EQUIPPED, value=300)
)
