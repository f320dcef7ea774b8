"""Star Eater."""

from engine.cards.prelude import (
    THIS,
    Battling,
    Card,
    Property,
    Static,
    SummonRules,
    synchro_of,
)

CARD = Card(
    "Star Eater",
    statics=(
        Static(Property.SUMMON_SAFE, THIS, word="synchro"),
        Static(Property.SUMMON_SILENT, THIS, word="synchro"),
        Static(Property.UNAFFECTED, THIS, condition=Battling(THIS, "attacker")),
    ),
    summon=SummonRules(normal=False, only_own_way=True),
    materials=synchro_of(),
)
