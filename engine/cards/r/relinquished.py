"""Relinquished."""

from engine.cards.prelude import (
    ONCE,
    TARGET,
    THEIR_MONSTERS,
    THIS,
    YOU,
    Battling,
    Both,
    Card,
    CardKind,
    Damage,
    EquipToThis,
    Event,
    EventAmount,
    Filter,
    Happening,
    Have,
    Not,
    Property,
    Select,
    Static,
    Total,
    Zone,
    each_time,
    ignition,
)

EATEN = Filter(zones=(Zone.SPELL_TRAP,), kinds=(CardKind.MONSTER,), equipped_to=THIS)
SHOWN = Filter(zones=(Zone.SPELL_TRAP,), face_up=True, kinds=(CardKind.MONSTER,), equipped_to=THIS)
"""A monster that was equipped face-down stays so: its values count as 0."""

CARD = Card(
    "Relinquished",
    (
        ignition(
            EquipToThis(TARGET),
            condition=Not(Have(EATEN)),
            targets=(Select(THEIR_MONSTERS),),
            limit=ONCE,
        ),
        each_time(
            Event(Happening.BATTLE_DAMAGE, player=YOU),
            Damage(EventAmount()),
            condition=Both((Battling(THIS), Have(EATEN))),
        ),
    ),
    (
        Static(Property.SET_ATK, THIS, value=Total(SHOWN), condition=Have(EATEN)),
        Static(Property.SET_DEF, THIS, value=Total(SHOWN, "def"), condition=Have(EATEN)),
        Static(Property.SUBSTITUTE, THIS, by=EATEN, word="battle"),
    ),
)
