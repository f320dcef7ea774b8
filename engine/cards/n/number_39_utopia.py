"""Number 39: Utopia."""

from engine.cards.prelude import (
    THIS,
    Card,
    Destroy,
    Event,
    Filter,
    Happening,
    Is,
    Materials,
    NegateAttack,
    PayMaterials,
    Standing,
    must,
    when,
)

LEVEL_4 = Filter(level_min=4, level_max=4)

CARD = Card(
    "Number 39: Utopia",
    (
        when(Event(Happening.ATTACK), NegateAttack(), cost=(PayMaterials(),)),
        must(
            Event(Happening.ATTACK, other=THIS),
            Destroy(THIS),
            condition=Is(THIS, Filter(standing=Standing(has_material=False))),
        ),
    ),
    materials=Materials((LEVEL_4, LEVEL_4)),
)
