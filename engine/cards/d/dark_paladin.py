"""Dark Paladin."""

from engine.cards.prelude import (
    HAND,
    MONSTER,
    ONLY_FUSION_SUMMON,
    THIS,
    YOU,
    Card,
    CardKind,
    Count,
    Event,
    Filter,
    Happening,
    Is,
    MonsterType,
    NegateActivation,
    PayCards,
    Property,
    Select,
    Static,
    Zone,
    fusion_of,
    quick,
)

CARD = Card(
    "Dark Paladin",
    (
        quick(
            NegateActivation("destroy"),
            event=Event(Happening.ACTIVATED, subject=Filter(kinds=(CardKind.SPELL,)), direct=True),
            condition=Is(THIS, Filter(zones=MONSTER, face_up=True)),
            cost=(PayCards("discard", Select(Filter(zones=HAND, who=YOU))),),
            condition_at_resolution=True,
        ),
    ),
    (
        Static(
            Property.ATK,
            THIS,
            value=Count(Filter(zones=(Zone.MONSTER, Zone.GY), face_up=True, types=(MonsterType.DRAGON,)), 500),
        ),
    ),
    ONLY_FUSION_SUMMON,
    fusion_of("Dark Magician", "Buster Blader"),
)
