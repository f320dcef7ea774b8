"""Silver Bow and Arrow."""

from engine.cards.prelude import (
    EQUIPPED,
    Filter,
    MonsterType,
    Property,
    Static,
    equip_spell,
)

FAIRY = Filter(types=(MonsterType.FAIRY,))

CARD = equip_spell(
    "Silver Bow and Arrow", FAIRY, Static(Property.ATK, EQUIPPED, value=300), Static(Property.DEF, EQUIPPED, value=300)
)
