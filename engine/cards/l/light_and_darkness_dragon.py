"""Light and Darkness Dragon."""

from engine.cards.prelude import (
    GY,
    IN_GY,
    SPELL_TRAP_ZONES,
    TARGET,
    THIS,
    YOU,
    Apply,
    Both,
    Card,
    CardKind,
    Compare,
    Destroy,
    Effect,
    EffectKind,
    Event,
    Filter,
    Happening,
    Have,
    Limit,
    NegateActivation,
    Not,
    Property,
    Scope,
    Select,
    SpecialSummon,
    Stat,
    Static,
    SummonRules,
    Until,
    Zone,
    also,
    every,
    must,
    steps,
)

LESS = (
    Apply(Static(Property.ATK, value=-500), THIS, Until.ON_FIELD),
    also(Apply(Static(Property.DEF, value=-500), THIS, Until.ON_FIELD)),
)
YOURS = every(Filter(zones=(Zone.MONSTER, *SPELL_TRAP_ZONES), who=YOU))
BURIED = Filter(zones=GY, who=YOU, kinds=(CardKind.MONSTER,), but=(THIS,))

CARD = Card(
    "Light and Darkness Dragon",
    (
        Effect(
            EffectKind.QUICK,
            steps(*LESS, also(NegateActivation())),
            event=Event(Happening.ACTIVATED),
            condition=Both((Compare(Stat(THIS), ">=", 500), Compare(Stat(THIS, "def"), ">=", 500))),
            limit=Limit(Scope.CHAIN),
            optional=False,
        ),
        must(
            Event(Happening.DESTROYED, subject=THIS),
            Destroy(YOURS),
            also(SpecialSummon(TARGET)),
            condition=IN_GY,
            targets=(Select(BURIED),),
        ),
        must(Event(Happening.DESTROYED, subject=THIS), Destroy(YOURS), condition=Both((IN_GY, Not(Have(BURIED))))),
    ),
    (Static(Property.ALSO_ATTRIBUTE, THIS, word="dark"),),
    SummonRules(special=False),
)
