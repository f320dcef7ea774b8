"""Destiny Board."""

from engine.cards.prelude import (
    DECK,
    HAND,
    ONCE,
    OPPONENT,
    SPELL_TRAP_ZONES,
    THIS,
    YOU,
    Both,
    Card,
    Condition,
    Effect,
    EffectKind,
    Event,
    Filter,
    Happening,
    Have,
    Is,
    Joint,
    Not,
    Phase,
    Place,
    Select,
    Send,
    Step,
    activation,
    every,
    must,
    steps,
)

MESSAGES = tuple(f'Spirit Message "{letter}"' for letter in "INAL")
ALL = Filter(zones=SPELL_TRAP_ZONES, who=YOU, face_up=True, names=("Destiny Board", *MESSAGES))


def _there(name: str) -> Condition:
    return Have(Filter(zones=SPELL_TRAP_ZONES, who=YOU, face_up=True, names=(name,)))


def _next(number: int) -> Step:
    """Place the message of that number after the one before it."""
    missing = Not(_there(MESSAGES[number]))
    condition = Both((_there(MESSAGES[number - 1]), missing)) if number else missing
    place = Place(Select(Filter(zones=(*HAND, *DECK), who=YOU, names=(MESSAGES[number],))))
    return Step(place, Joint.FIRST if number == 3 else Joint.ALSO, condition=condition)


CARD = Card(
    "Destiny Board",
    (
        activation(),
        must(
            Event(Happening.PHASE, phase=Phase.END, player=OPPONENT),
            *(_next(number) for number in (3, 2, 1, 0)),
            condition=Is(THIS, Filter(zones=SPELL_TRAP_ZONES, face_up=True)),
            limit=ONCE,
        ),
        Effect(
            EffectKind.REACTION,
            steps(Send(every(ALL))),
            event=Event(Happening.LEFT, subject=THIS),
            or_event=Event(Happening.LEFT, subject=Filter(who=YOU, names=MESSAGES)),
            optional=False,
        ),
    ),
    wins_on_field_with=MESSAGES,
)
