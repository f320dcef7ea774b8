"""Delta Crow - Anti Reverse."""

from engine.cards.prelude import (
    MONSTER,
    OPPONENT,
    SPELL_TRAP_ZONES,
    YOU,
    Card,
    Destroy,
    Filter,
    Have,
    Property,
    Static,
    activation,
    every,
)

BLACKWINGS = Filter(zones=MONSTER, who=YOU, face_up=True, series="Blackwing")

CARD = Card(
    "Delta Crow - Anti Reverse",
    (
        activation(
            Destroy(every(Filter(zones=SPELL_TRAP_ZONES, who=OPPONENT, face_up=False))),
            condition=Have(BLACKWINGS),
        ),
    ),
    (Static(Property.FROM_HAND, condition=Have(BLACKWINGS, 3, 3)),),
)
