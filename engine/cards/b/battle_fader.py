"""Battle Fader."""

from engine.cards.prelude import (
    HAND,
    OPPONENT,
    THIS,
    Card,
    EndBattlePhase,
    Event,
    Happening,
    Property,
    SpecialSummon,
    Static,
    then,
    when,
)

CARD = Card(
    "Battle Fader",
    (
        when(
            Event(Happening.ATTACK, player=OPPONENT, direct=True),
            SpecialSummon(THIS, applied=(Static(Property.LEAVES_BANISHED, THIS),)),
            then(EndBattlePhase()),
            zones=HAND,
        ),
    ),
)
