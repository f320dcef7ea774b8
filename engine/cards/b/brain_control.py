"""Brain Control."""

from engine.cards.prelude import (
    MONSTER,
    OPPONENT,
    TARGET,
    THEIR_FACE_UP,
    Card,
    Filter,
    PayLP,
    Select,
    TakeControl,
    activation,
)

CARD = Card(
    "Brain Control",
    (
        activation(
            TakeControl(TARGET),
            cost=(PayLP(800),),
            targets=(Select(Filter(zones=MONSTER, who=OPPONENT, face_up=True, normal_summonable=True)),),
        ),
    ),
)

EDITIONS = {
    "version_2005": Card(
        "Brain Control",
        (activation(TakeControl(TARGET), cost=(PayLP(800),), targets=(Select(THEIR_FACE_UP),)),),
    )
}
