"""Read the line above a monster's text: Type, frame, Pendulum and abilities."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.facts.fields import BadField, as_word, shown
from engine.vocab import Ability, Frame, MonsterType

_FRAMES = {
    "ritual": Frame.RITUAL,
    "fusion": Frame.FUSION,
    "synchro": Frame.SYNCHRO,
    "xyz": Frame.XYZ,
    "link": Frame.LINK,
}
_FLIP_EFFECT = re.compile(r"^FLIP ?:", re.MULTILINE)
_ABILITIES = {ability.value: ability for ability in Ability}


@dataclass(frozen=True, slots=True)
class TypeLine:
    """The parts of a type line."""

    type: MonsterType
    frame: Frame
    pendulum: bool
    abilities: tuple[Ability, ...]


def read_type_line(words: Sequence[str], field: str, text: str = "") -> TypeLine:
    """Read the words between the slashes, as in ``["Dragon", "Synchro", "Effect"]``.

    Old prints leave words out: "Dragon" and "Dragon / Pendulum" are Normal Monsters,
    and one with an ability but without "Normal" ("Beast / Tuner", "Fairy / Spirit") is
    an Effect Monster; those get ``Ability.EFFECT``. "Flip" was not printed at first
    either: an English ``text`` with a line "FLIP: ..." gives ``Ability.FLIP``.
    """
    first, *others = [word.strip() for word in words] or [""]
    if not first:
        raise BadField(field, "The type line is empty.")
    monster_type = as_word(first, field, MonsterType)
    frame: Frame | None = None
    pendulum = False
    is_normal = False
    abilities: list[Ability] = []
    for word in filter(None, others):
        kind = word.lower()
        if kind in _FRAMES:
            frame = _FRAMES[kind]
        elif kind in _ABILITIES:
            abilities.append(_ABILITIES[kind])
        elif kind == "pendulum":
            pendulum = True
        elif kind == "normal":
            is_normal = True
        else:
            raise BadField(field, f"{shown(word)} is not a word of a type line.")
    if frame is None:
        if abilities and not is_normal and Ability.EFFECT not in abilities:
            abilities.append(Ability.EFFECT)
        if Ability.EFFECT in abilities and Ability.FLIP not in abilities and _FLIP_EFFECT.search(text):
            abilities.insert(0, Ability.FLIP)
        frame = Frame.EFFECT if Ability.EFFECT in abilities else Frame.NORMAL
    return TypeLine(monster_type, frame, pendulum, tuple(abilities))
