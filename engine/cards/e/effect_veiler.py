"""Effect Veiler."""

from engine.cards.prelude import (
    HAND,
    MONSTER,
    OPPONENT,
    TARGET,
    THIS,
    Apply,
    Card,
    During,
    Filter,
    PayCards,
    Phase,
    Property,
    Select,
    Static,
    quick,
)

CARD = Card(
    "Effect Veiler",
    (
        quick(
            Apply(Static(Property.NEGATED), TARGET),
            condition=During((Phase.MAIN1, Phase.MAIN2), OPPONENT),
            cost=(PayCards("send", THIS),),
            targets=(Select(Filter(zones=MONSTER, who=OPPONENT, face_up=True, effect_monster=True)),),
            zones=HAND,
        ),
    ),
)
