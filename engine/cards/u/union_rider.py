"""Union Rider."""

from engine.cards.prelude import (
    MONSTER,
    OPPONENT,
    TARGET,
    THIS,
    Ability,
    Card,
    EquipToThis,
    Filter,
    Have,
    Not,
    Select,
    Zone,
    ignition,
)

EATEN = Filter(zones=(Zone.SPELL_TRAP,), abilities=(Ability.UNION,), equipped_to=THIS)
CARD = Card(
    "Union Rider",
    (
        ignition(
            EquipToThis(TARGET),
            condition=Not(Have(EATEN)),
            targets=(Select(Filter(zones=MONSTER, who=OPPONENT, face_up=True, abilities=(Ability.UNION,))),),
        ),
    ),
)
