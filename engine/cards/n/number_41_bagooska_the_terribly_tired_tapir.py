"""Number 41: Bagooska the Terribly Tired Tapir."""

from engine.cards.prelude import (
    MONSTER,
    OPPONENT,
    THIS,
    YOU,
    Card,
    CardKind,
    Destroy,
    Detach,
    Event,
    Filter,
    Happening,
    Is,
    Joint,
    Materials,
    Phase,
    Property,
    Standing,
    Static,
    Step,
    each_time,
)

LEVEL_4 = Filter(level_min=4, level_max=4)
IN_ATTACK = Is(THIS, Filter(attack_position=True))
IN_DEFENSE = Is(THIS, Filter(attack_position=False))

CARD = Card(
    "Number 41: Bagooska the Terribly Tired Tapir",
    (
        each_time(
            Event(Happening.PHASE, player=YOU, phase=Phase.STANDBY),
            Step(Destroy(THIS), condition=Is(THIS, Filter(standing=Standing(has_material=False)))),
            Step(Detach(), Joint.ALSO, condition=Is(THIS, Filter(standing=Standing(has_material=True)))),
        ),
    ),
    (
        Static(Property.EFFECT_PROOF, THIS, by=Filter(who=OPPONENT), condition=IN_ATTACK),
        Static(Property.UNTARGETABLE, THIS, by=Filter(who=OPPONENT), condition=IN_ATTACK),
        Static(Property.KEPT_IN_DEFENSE, Filter(zones=MONSTER, face_up=True), condition=IN_DEFENSE),
        Static(Property.DEFENDERS_NEGATED, Filter(kinds=(CardKind.MONSTER, CardKind.TOKEN)), condition=IN_DEFENSE),
    ),
    materials=Materials((LEVEL_4, LEVEL_4)),
)
