"""Blackwing Armor Master."""

from engine.cards.prelude import (
    COST_CARD,
    MONSTER,
    NON_TUNER,
    OPPONENT,
    OTHER_CARD,
    THIS,
    Ability,
    Apply,
    Card,
    Event,
    Filter,
    Happening,
    Materials,
    PayCounters,
    PlaceCounter,
    Property,
    Static,
    Timing,
    also,
    every,
    ignition,
    when,
)

WEDGE = "Wedge Counter"
WEDGED = Filter(zones=MONSTER, who=OPPONENT, has_counter=WEDGE)

CARD = Card(
    "Blackwing Armor Master",
    (
        when(
            Event(Happening.STEP_END, subject=THIS, other=Filter(zones=MONSTER)),
            PlaceCounter(OTHER_CARD, WEDGE, most=1),
            timing=Timing.IF,
        ),
        ignition(
            Apply(Static(Property.SET_ATK, value=0), COST_CARD),
            also(Apply(Static(Property.SET_DEF, value=0), COST_CARD)),
            cost=(PayCounters(every(WEDGED), WEDGE),),
        ),
    ),
    (Static(Property.BATTLE_PROOF, THIS), Static(Property.NO_BATTLE_DAMAGE, THIS)),
    materials=Materials((Filter(series="Blackwing", abilities=(Ability.TUNER,)),), NON_TUNER, 1),
)
