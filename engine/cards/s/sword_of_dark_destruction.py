"""Sword of Dark Destruction."""

from engine.cards.prelude import (
    EQUIPPED,
    Attribute,
    Filter,
    Property,
    Static,
    equip_spell,
)

DARK = Filter(attributes=(Attribute.DARK,))

CARD = equip_spell(
    "Sword of Dark Destruction",
    DARK,
    Static(Property.ATK, EQUIPPED, value=400),
    Static(Property.DEF, EQUIPPED, value=-200),
)
