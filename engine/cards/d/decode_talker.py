"""Decode Talker."""

from dataclasses import replace

from engine.cards.prelude import (
    ANY_CARD,
    MONSTER,
    OPPONENT,
    THIS,
    YOU,
    Card,
    Count,
    Event,
    Filter,
    Happening,
    LinkTargets,
    Materials,
    NegateActivation,
    PayCards,
    Property,
    Select,
    Standing,
    Static,
    quick,
)

POINTED = Filter(zones=MONSTER, standing=Standing(pointed_by=THIS))

CARD = Card(
    "Decode Talker",
    (
        quick(
            NegateActivation("destroy"),
            event=Event(Happening.ACTIVATED, player=OPPONENT),
            condition=LinkTargets(replace(ANY_CARD, who=YOU)),
            cost=(PayCards("tribute", Select(replace(POINTED, who=YOU))),),
        ),
    ),
    (Static(Property.ATK, THIS, value=Count(POINTED, 500)),),
    materials=Materials((), Filter(effect_monster=True), 2),
)
