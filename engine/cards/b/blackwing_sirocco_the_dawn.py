"""Blackwing - Sirocco the Dawn."""

from engine.cards.prelude import (
    MONSTER,
    ONCE,
    ONLY_OPPONENT_HAS_MONSTERS,
    TARGET,
    YOU,
    YOUR_MONSTERS,
    Apply,
    Card,
    During,
    Filter,
    Phase,
    Property,
    Select,
    Static,
    SummonRules,
    Total,
    also,
    ignition,
)

CARD = Card(
    "Blackwing - Sirocco the Dawn",
    (
        ignition(
            Apply(
                Static(
                    Property.ATK,
                    value=Total(Filter(zones=MONSTER, face_up=True, series="Blackwing", but=(TARGET,))),
                ),
                TARGET,
            ),
            also(Apply(Static(Property.CANNOT_ATTACK, YOUR_MONSTERS), spare=TARGET)),
            condition=During((Phase.MAIN1,)),
            targets=(Select(Filter(zones=MONSTER, who=YOU, face_up=True, series="Blackwing"), may_be_this=True),),
            limit=ONCE,
        ),
    ),
    summon=SummonRules(without_tribute=ONLY_OPPONENT_HAS_MONSTERS),
)
