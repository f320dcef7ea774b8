"""Topologic Bomber Dragon."""

from engine.cards.prelude import (
    BY_SPECIAL_SUMMON,
    MONSTER,
    RIVAL,
    THIS,
    YOUR_MONSTERS,
    Apply,
    Battling,
    Card,
    Damage,
    Destroy,
    Event,
    Filter,
    Happening,
    Materials,
    Property,
    Standing,
    Stat,
    Static,
    also,
    every,
    must,
)

CARD = Card(
    "Topologic Bomber Dragon",
    (
        must(
            Event(
                Happening.SUMMONED,
                subject=Filter(zones=MONSTER, standing=Standing(linked=True), but=(THIS,)),
                summoned=BY_SPECIAL_SUMMON,
            ),
            Destroy(every(Filter(zones=MONSTER, standing=Standing(extra_zone=False)))),
            also(Apply(Static(Property.CANNOT_ATTACK, YOUR_MONSTERS), spare=THIS)),
        ),
        must(
            Event(Happening.AFTER_CALCULATION),
            Damage(Stat(RIVAL, original=True)),
            condition=Battling(THIS, "attacker", against=Filter()),
        ),
    ),
    materials=Materials((), Filter(effect_monster=True), 2),
)
