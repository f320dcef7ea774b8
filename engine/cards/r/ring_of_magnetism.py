"""Ring of Magnetism."""

from engine.cards.prelude import (
    EQUIPPED,
    MONSTER,
    TARGET,
    THEIR_MONSTERS,
    YOU,
    Card,
    Equip,
    Filter,
    Property,
    Select,
    Static,
    activation,
)

CARD = Card(
    "Ring of Magnetism",
    (activation(Equip(TARGET), targets=(Select(Filter(zones=MONSTER, who=YOU, face_up=True)),)),),
    (
        Static(Property.ATK, EQUIPPED, value=-500),
        Static(Property.DEF, EQUIPPED, value=-500),
        Static(Property.NOT_ATTACKABLE, Filter(zones=MONSTER, who=YOU, but=(EQUIPPED,)), by=THEIR_MONSTERS),
        Static(Property.CANNOT_ATTACK, THEIR_MONSTERS, word="direct"),
    ),
    equips_to=Filter(who=YOU),
)
