"""Tri-Gate Wizard."""

from engine.cards.prelude import (
    ANY_CARD,
    MONSTER,
    ONCE,
    TARGET,
    THIS,
    Banish,
    Card,
    CardKind,
    Compare,
    Condition,
    Count,
    Event,
    Filter,
    Happening,
    Materials,
    NegateActivation,
    Property,
    Select,
    Standing,
    Static,
    ignition,
    quick,
)

CO_LINKED = Filter(zones=MONSTER, standing=Standing(co_linked_with=THIS))


def co_linked_to(number: int) -> Condition:
    """So many monsters or more are co-linked to this card."""
    return Compare(Count(CO_LINKED), ">=", number)


CARD = Card(
    "Tri-Gate Wizard",
    (
        ignition(Banish(TARGET), condition=co_linked_to(2), targets=(Select(ANY_CARD, may_be_this=True),), limit=ONCE),
        quick(
            NegateActivation("banish"),
            event=Event(Happening.ACTIVATED),
            condition=co_linked_to(3),
            limit=ONCE,
        ),
    ),
    (Static(Property.DOUBLE_DAMAGE, CO_LINKED, word="battle"),),
    materials=Materials((), Filter(none_of=(Filter(kinds=(CardKind.TOKEN,)),)), 2),
)
