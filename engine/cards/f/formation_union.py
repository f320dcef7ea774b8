"""Formation Union."""

from engine.cards.prelude import (
    MONSTER,
    TARGET,
    YOU,
    Ability,
    Card,
    CardKind,
    Filter,
    JoinUnion,
    Select,
    SpecialSummon,
    Zone,
    activation,
)

EQUIPPED_UNION = Filter(zones=(Zone.SPELL_TRAP,), who=YOU, abilities=(Ability.UNION,), kinds=(CardKind.MONSTER,))
CARD = Card(
    "Formation Union",
    (
        activation(
            JoinUnion(TARGET), targets=(Select(Filter(zones=MONSTER, who=YOU, face_up=True, abilities=(Ability.UNION,))),)
        ),
        activation(SpecialSummon(TARGET, "attack"), targets=(Select(EQUIPPED_UNION),)),
    ),
)
