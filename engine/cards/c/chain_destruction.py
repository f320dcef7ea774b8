"""Chain Destruction."""

from dataclasses import replace

from engine.cards.prelude import (
    DECK,
    EVENT_CARD,
    HAND,
    MONSTER,
    OPPONENT,
    TARGET,
    YOU,
    Card,
    Destroy,
    Event,
    Filter,
    Frame,
    Happening,
    Is,
    Joint,
    Select,
    Step,
    Who,
    activation,
    every,
)

SMALL = Filter(zones=MONSTER, atk_max=2000)
NEVER_IN_A_DECK = Filter(frames=(Frame.FUSION, Frame.SYNCHRO, Frame.XYZ, Frame.LINK))
"""No card of such a name can be in a hand or Deck."""
NAMESAKES = Filter(zones=(*HAND, *DECK), like=TARGET)


def namesakes_of(who: Who) -> Destroy:
    """Destroy what has the name of the target in the hand and Deck of one player."""
    return Destroy(every(replace(NAMESAKES, who=who)))


CARD = Card(
    "Chain Destruction",
    (
        activation(
            Step(namesakes_of(OPPONENT), condition=Is(TARGET, Filter(zones=MONSTER, who=OPPONENT, face_up=True))),
            Step(namesakes_of(YOU), Joint.ALSO, condition=Is(TARGET, Filter(zones=MONSTER, who=YOU, face_up=True))),
            event=Event(Happening.SUMMONED, subject=SMALL),
            targets=(Select(replace(SMALL, face_up=True, among=(EVENT_CARD,), none_of=(NEVER_IN_A_DECK,))),),
        ),
    ),
)
