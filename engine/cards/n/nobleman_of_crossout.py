"""Nobleman of Crossout."""

from engine.cards.prelude import (
    DECK,
    IT,
    MONSTER,
    TARGET,
    Ability,
    Banish,
    Card,
    Destroy,
    Filter,
    Is,
    Joint,
    Select,
    Step,
    activation,
    every,
)

CARD = Card(
    "Nobleman of Crossout",
    (
        activation(
            Destroy(TARGET, banish=True),
            Step(Banish(every(Filter(zones=DECK, like=IT))), Joint.THEN, condition=Is(IT, Filter(abilities=(Ability.FLIP,)))),
            targets=(Select(Filter(zones=MONSTER, face_up=False)),),
        ),
    ),
)
