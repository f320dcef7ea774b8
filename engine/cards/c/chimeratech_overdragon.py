"""Chimeratech Overdragon."""

from engine.cards.prelude import (
    ONLY_FUSION_SUMMON,
    SPELL_TRAP_ZONES,
    THIS,
    YOU,
    Card,
    Event,
    Filter,
    Happening,
    Materials,
    MaterialsUsed,
    MonsterType,
    Property,
    Send,
    Static,
    SummonKind,
    Times,
    Zone,
    every,
    must,
)

CARD = Card(
    "Chimeratech Overdragon",
    (
        must(
            Event(Happening.SUMMONED, subject=THIS, summoned=(SummonKind.FUSION,)),
            Send(every(Filter(zones=(Zone.MONSTER, *SPELL_TRAP_ZONES), who=YOU, but=(THIS,)))),
        ),
    ),
    (
        Static(Property.BASE_ATK, THIS, value=Times(MaterialsUsed(THIS), 800)),
        Static(Property.BASE_DEF, THIS, value=Times(MaterialsUsed(THIS), 800)),
        Static(Property.ATTACK_TIMES, THIS, value=MaterialsUsed(THIS)),
    ),
    ONLY_FUSION_SUMMON,
    Materials((Filter(names=("Cyber Dragon",)),), Filter(types=(MonsterType.MACHINE,)), 1),
)
