"""Honeybot."""

from engine.cards.prelude import MONSTER, THIS, Card, Filter, Materials, MonsterType, Property, Standing, Static

CYBERSE = Filter(types=(MonsterType.CYBERSE,))
POINTED = Filter(zones=MONSTER, standing=Standing(pointed_by=THIS))

CARD = Card(
    "Honeybot",
    statics=(Static(Property.UNTARGETABLE, POINTED), Static(Property.BATTLE_PROOF, POINTED)),
    materials=Materials((CYBERSE, CYBERSE)),
)
