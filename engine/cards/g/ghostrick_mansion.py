"""Ghostrick Mansion."""

from dataclasses import replace

from engine.cards.prelude import (
    EITHER,
    MONSTER,
    OPPONENT,
    THEIR_FACE_UP,
    THEIR_MONSTERS,
    YOU,
    YOUR_MONSTERS,
    Both,
    Card,
    Filter,
    Have,
    Not,
    Property,
    Static,
    activation,
)

HIDDEN = Filter(zones=MONSTER, face_up=False, attack_position=False)
OTHERS = Filter(none_of=(Filter(series="Ghostrick"),))

CARD = Card(
    "Ghostrick Mansion",
    (activation(),),
    (
        Static(Property.NOT_ATTACKABLE, HIDDEN),
        Static(
            Property.DIRECT_ATTACK,
            YOUR_MONSTERS,
            condition=Both((Have(replace(HIDDEN, who=OPPONENT)), Not(Have(THEIR_FACE_UP)))),
        ),
        Static(
            Property.DIRECT_ATTACK,
            THEIR_MONSTERS,
            condition=Both((Have(replace(HIDDEN, who=YOU)), Not(Have(replace(THEIR_FACE_UP, who=YOU))))),
        ),
        Static(Property.HALVE_DAMAGE, player=EITHER, by=OTHERS),
    ),
)
