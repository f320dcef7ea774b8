"""Xiangsheng Magician."""

from engine.cards.prelude import (
    AS_PENDULUM_CARD,
    MONSTER,
    ONCE,
    OPPONENT,
    SPELL_TRAP_ZONES,
    TARGET,
    THIS,
    YOU,
    Apply,
    Card,
    Compare,
    Count,
    Filter,
    Frame,
    Property,
    Ref,
    RefKind,
    Select,
    Stat,
    Static,
    Who,
    Zone,
    ignition,
)

SCALE = (Zone.SPELL_TRAP,)
XYZ, LEVELED = Ref(RefKind.TARGET, 0), Ref(RefKind.TARGET, 1)


def _controlled(who: Who) -> Count:
    return Count(Filter(zones=(Zone.MONSTER, *SPELL_TRAP_ZONES), who=who))


CARD = Card(
    "Xiangsheng Magician",
    (
        AS_PENDULUM_CARD,
        ignition(
            Apply(Static(Property.RANK, value=Stat(LEVELED, "level")), XYZ),
            targets=(
                Select(Filter(zones=MONSTER, who=YOU, face_up=True, frames=(Frame.XYZ,))),
                Select(Filter(zones=MONSTER, who=YOU, face_up=True, level_min=5)),
            ),
            limit=ONCE,
            zones=SCALE,
        ),
        ignition(
            Apply(Static(Property.SET_ATK, value=Stat(TARGET)), THIS),
            targets=(Select(Filter(zones=MONSTER, who=YOU, face_up=True)),),
            limit=ONCE,
        ),
    ),
    (
        Static(
            Property.SCALE,
            THIS,
            value=4,
            condition=Compare(_controlled(YOU), ">", _controlled(OPPONENT)),
            zones=SCALE,
        ),
        Static(Property.NO_BATTLE_DAMAGE, THIS, zones=MONSTER, word="opponent"),
    ),
)
