"""PSY-Framelord Omega."""

from engine.cards.prelude import (
    GY,
    HAND,
    ONCE,
    OPPONENT,
    TARGET,
    THIS,
    BanishForAWhile,
    Card,
    During,
    Event,
    Filter,
    Happening,
    Phase,
    Select,
    Send,
    ToDeck,
    Until,
    Zone,
    also,
    if_you_do,
    ignition,
    quick,
    synchro_of,
    when,
)

CARD = Card(
    "PSY-Framelord Omega",
    (
        quick(
            BanishForAWhile(THIS, Until.YOUR_STANDBY),
            if_you_do(BanishForAWhile(Select(Filter(zones=HAND, who=OPPONENT), random=True), Until.YOUR_STANDBY)),
            condition=During((Phase.MAIN1, Phase.MAIN2)),
            limit=ONCE,
        ),
        when(
            Event(Happening.PHASE, player=OPPONENT, phase=Phase.STANDBY),
            Send(TARGET, returned=True),
            targets=(Select(Filter(zones=(Zone.BANISHED,))),),
            limit=ONCE,
        ),
        ignition(ToDeck(TARGET), also(ToDeck(THIS)), targets=(Select(Filter(zones=GY)),), zones=GY),
    ),
    materials=synchro_of(),
)
