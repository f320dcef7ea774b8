"""Thousand-Eyes Restrict."""

from engine.cards.prelude import (
    MONSTER,
    ONCE,
    TARGET,
    THEIR_MONSTERS,
    THIS,
    Card,
    CardKind,
    EquipToThis,
    Filter,
    Have,
    Not,
    Property,
    Select,
    Static,
    Total,
    Zone,
    fusion_of,
    ignition,
)

EATEN = Filter(zones=(Zone.SPELL_TRAP,), kinds=(CardKind.MONSTER,), equipped_to=THIS)
SHOWN = Filter(zones=(Zone.SPELL_TRAP,), face_up=True, kinds=(CardKind.MONSTER,), equipped_to=THIS)
"""A monster that was equipped face-down stays so: its values count as 0."""
OTHERS = Filter(zones=MONSTER, but=(THIS,))

CARD = Card(
    "Thousand-Eyes Restrict",
    (
        ignition(
            EquipToThis(TARGET),
            condition=Not(Have(EATEN)),
            targets=(Select(THEIR_MONSTERS),),
            limit=ONCE,
        ),
    ),
    (
        Static(Property.CANNOT_ATTACK, OTHERS),
        Static(Property.CANNOT_CHANGE_POSITION, OTHERS),
        Static(Property.SET_ATK, THIS, value=Total(SHOWN), condition=Have(EATEN)),
        Static(Property.SET_DEF, THIS, value=Total(SHOWN, "def"), condition=Have(EATEN)),
        Static(Property.SUBSTITUTE, THIS, by=EATEN, word="battle"),
    ),
    materials=fusion_of("Relinquished", "Thousand-Eyes Idol"),
)
