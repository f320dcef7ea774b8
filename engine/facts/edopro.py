"""Read the .cdb card databases of EDOPro and its relatives: SQLite, tables datas and texts."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TypeVar

from engine.facts.card import QUESTION_MARK, CardFacts
from engine.facts.entry import Report
from engine.facts.fields import ANY_PASSCODES, LEVELS, PASSCODES, STATS, BadField, as_number, as_text
from engine.facts.file import FactsFile, FactsFormat, UnreadableFacts
from engine.facts.text_box import materials_of, plain_lines, split_pendulum_text
from engine.vocab import Ability, Attribute, CardKind, Frame, LinkArrow, MonsterType, SpellTrapIcon

Value = TypeVar("Value")

# The bits below are those of the script constants that ship with the simulator.
_SPELL, _TRAP, _MONSTER, _TOKEN, _SKILL, _PENDULUM = 0x2, 0x4, 0x1, 0x4000, 0x8000000, 0x1000000
_FRAMES = (
    (0x4000000, Frame.LINK),
    (0x800000, Frame.XYZ),
    (0x2000, Frame.SYNCHRO),
    (0x40, Frame.FUSION),
    (0x80, Frame.RITUAL),
    (0x20, Frame.EFFECT),
)
_ABILITIES = (
    (0x200000, Ability.FLIP),
    (0x400000, Ability.TOON),
    (0x200, Ability.SPIRIT),
    (0x400, Ability.UNION),
    (0x800, Ability.GEMINI),
    (0x1000, Ability.TUNER),
    (0x20, Ability.EFFECT),
)
_ICONS = (
    (0x10000, SpellTrapIcon.QUICK_PLAY),
    (0x20000, SpellTrapIcon.CONTINUOUS),
    (0x40000, SpellTrapIcon.EQUIP),
    (0x80000, SpellTrapIcon.FIELD),
    (0x100000, SpellTrapIcon.COUNTER),
    (0x80, SpellTrapIcon.RITUAL),
)
_ARROWS = (
    (0x40, LinkArrow.TOP_LEFT),
    (0x80, LinkArrow.TOP),
    (0x100, LinkArrow.TOP_RIGHT),
    (0x8, LinkArrow.LEFT),
    (0x20, LinkArrow.RIGHT),
    (0x1, LinkArrow.BOTTOM_LEFT),
    (0x2, LinkArrow.BOTTOM),
    (0x4, LinkArrow.BOTTOM_RIGHT),
)
_ATTRIBUTES = {
    0x1: Attribute.EARTH,
    0x2: Attribute.WATER,
    0x4: Attribute.FIRE,
    0x8: Attribute.WIND,
    0x10: Attribute.LIGHT,
    0x20: Attribute.DARK,
    0x40: Attribute.DIVINE,
}
_TYPES = {
    0x1: MonsterType.WARRIOR,
    0x2: MonsterType.SPELLCASTER,
    0x4: MonsterType.FAIRY,
    0x8: MonsterType.FIEND,
    0x10: MonsterType.ZOMBIE,
    0x20: MonsterType.MACHINE,
    0x40: MonsterType.AQUA,
    0x80: MonsterType.PYRO,
    0x100: MonsterType.ROCK,
    0x200: MonsterType.WINGED_BEAST,
    0x400: MonsterType.PLANT,
    0x800: MonsterType.INSECT,
    0x1000: MonsterType.THUNDER,
    0x2000: MonsterType.DRAGON,
    0x4000: MonsterType.BEAST,
    0x8000: MonsterType.BEAST_WARRIOR,
    0x10000: MonsterType.DINOSAUR,
    0x20000: MonsterType.FISH,
    0x40000: MonsterType.SEA_SERPENT,
    0x80000: MonsterType.REPTILE,
    0x100000: MonsterType.PSYCHIC,
    0x200000: MonsterType.DIVINE_BEAST,
    0x400000: MonsterType.CREATOR_GOD,
    0x800000: MonsterType.WYRM,
    0x1000000: MonsterType.CYBERSE,
    0x2000000: MonsterType.ILLUSION,
}
_NEVER_PRINTED = 0x4 | 0x10 | 0x20 | 0x200
"""Scopes of cards that are no cards of this game: anime, video game, custom, Rush Duel."""

ARTWORK_OFFSET = 20
"""An alias less than this far away is another artwork, as in the simulator itself."""

_COLUMNS = "id, ot, alias, type, atk, def, level, race, attribute"
_QUERY = f'SELECT {_COLUMNS}, name, "desc" FROM datas JOIN texts USING (id) ORDER BY id'  # noqa: S608  constants only


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of the two tables; every value as SQLite gives it."""

    id: object
    scope: object
    alias: object
    type: object
    atk: object
    defense: object
    level: object
    race: object
    attribute: object
    name: object
    text: object

    def printed_values(self) -> tuple[object, ...]:
        """Return what two artworks of one card have in common."""
        return self.type, self.atk, self.defense, self.level, self.race, self.attribute


def read_edopro(content: bytes, language: str) -> FactsFile:
    """Read the bytes of a .cdb; ``language`` is that of its names and texts.

    Rows that are only another number of a card in the file (same values, and either the
    same name or a number close by) become its alias passcodes. An alias that means "its
    name is treated as" (Harpie Lady 1) leaves a card of its own.
    """
    rows = _rows(content)
    report = Report()
    by_id = {row.id: row for row in rows}
    aliases: dict[object, list[int]] = {}
    own = []
    for row in rows:
        owner = _owner(row, by_id)
        if owner is row:
            own.append(row)
        elif isinstance(row.id, int) and row.id in ANY_PASSCODES:
            aliases.setdefault(owner.id, []).append(row.id)
    cards: list[CardFacts] = []
    for row in own:
        report.row = row.id if isinstance(row.id, int) else 0
        try:
            if _bits(row.scope, "ot") & _NEVER_PRINTED:
                report.add_once(
                    "ot", "This and all others that exist only in the anime, video games or Rush Duel were left out."
                )
                continue
            cards.append(_card(row, tuple(sorted(aliases.get(row.id, ()))), language))
        except BadField as error:
            report.add(error.field, error.message)
    return FactsFile(FactsFormat.EDOPRO, cards, report.problems)


def _rows(content: bytes) -> list[_Row]:
    page_size = int.from_bytes(content[16:18], "big")
    pages = int.from_bytes(content[28:32], "big")
    if len(content) < 100 or (65536 if page_size == 1 else page_size) * pages > len(content):
        raise UnreadableFacts("The card database is cut off: its end is missing. Download the file again.")
    if content[18:20] == b"\x02\x02":
        # A database in memory can't have the write-ahead log its header asks for.
        content = content[:18] + b"\x01\x01" + content[20:]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        try:
            connection.deserialize(content)
            connection.execute("PRAGMA trusted_schema = OFF")
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
            if not {"datas", "texts"} <= tables:
                found = ", ".join(sorted(map(str, tables))[:5]) or "no tables"
                raise UnreadableFacts(
                    f"This database is not a card database: it has {found}, but not the tables datas and texts."
                )
            return [_Row(*values) for values in connection.execute(_QUERY)]
        except sqlite3.Error as error:
            raise UnreadableFacts(f"The card database is cut off or damaged ({error}). Download the file again.") from None


def _owner(row: _Row, by_id: Mapping[object, _Row]) -> _Row:
    """Return the row of the card that ``row`` is only another number of, or ``row`` itself."""
    path = [row]
    while True:
        target = by_id.get(path[-1].alias)
        if target is None or not _is_other_number(path[-1], target):
            return path[-1]
        if target in path:
            # Aliases in a circle: the smallest number stands for all of them.
            return min(path[path.index(target) :], key=lambda member: str(member.id).zfill(20))
        path.append(target)


def _is_other_number(row: _Row, target: _Row) -> bool:
    if not row.alias or row.id == row.alias or row.printed_values() != target.printed_values():
        return False
    is_close = isinstance(row.id, int) and isinstance(row.alias, int) and abs(row.id - row.alias) < ARTWORK_OFFSET
    return is_close or row.name == target.name


def _bits(value: object, field: str) -> int:
    if not isinstance(value, int) or value < 0:
        raise BadField(field, f"Expected a whole number that is not negative, found {value!r}.")
    return value


def _card(row: _Row, aliases: tuple[int, ...], language: str) -> CardFacts:
    number = as_number(row.id, "id", ANY_PASSCODES)
    bits = _bits(row.type, "type")
    kind, frame = _kind_and_frame(bits)
    has_stats = kind in (CardKind.MONSTER, CardKind.TOKEN)
    is_link = frame is Frame.LINK
    packed = _bits(row.level, "level")
    pendulum = bool(bits & _PENDULUM) and kind is CardKind.MONSTER
    level = as_number(packed & 0xFF, "level", LEVELS) if has_stats else None
    arrows = tuple(_members(_bits(row.defense, "def"), _ARROWS)) if is_link else ()
    name = as_text(row.name, "name")
    if not name:
        raise BadField("name", "The card has no name.")
    text = plain_lines(as_text(row.text or "", "desc"))
    pendulum_text, monster_text = split_pendulum_text(text) if pendulum else ("", text)
    icon = next(_members(bits, _ICONS), SpellTrapIcon.NORMAL)
    return CardFacts(
        page_id=None,
        passcode=number if number in PASSCODES else None,
        konami_id=None,
        names={language: name},
        kind=kind,
        frame=frame,
        pendulum=pendulum,
        attribute=_named(row.attribute, "attribute", _ATTRIBUTES, kind) if has_stats else None,
        type=_named(row.race, "race", _TYPES, kind) if has_stats else None,
        abilities=tuple(_members(bits, _ABILITIES)) if kind is CardKind.MONSTER else (),
        icon=icon if kind in (CardKind.SPELL, CardKind.TRAP) else None,
        level=level if frame is not Frame.XYZ and not is_link else None,
        rank=level if frame is Frame.XYZ else None,
        link=level if is_link else None,
        scale=as_number(packed >> 24 & 0xFF, "level", LEVELS) if pendulum else None,
        arrows=arrows,
        atk=_stat(row.atk, "atk") if has_stats else None,
        defense=_stat(row.defense, "def") if has_stats and not is_link else None,
        materials=materials_of(frame, monster_text) if language == "en" else "",
        texts={language: monster_text} if monster_text else {},
        pendulum_texts={language: pendulum_text} if pendulum_text else {},
        alias_passcodes=aliases,
        placeholder_passcode=None if number in PASSCODES else number,
    )


def _kind_and_frame(bits: int) -> tuple[CardKind, Frame]:
    if bits & _SKILL:
        return CardKind.SKILL, Frame.SKILL
    if bits & _TOKEN:
        return CardKind.TOKEN, Frame.TOKEN
    if bits & _SPELL:
        return CardKind.SPELL, Frame.SPELL
    if bits & _TRAP:
        return CardKind.TRAP, Frame.TRAP
    if bits & _MONSTER:
        return CardKind.MONSTER, next(_members(bits, _FRAMES), Frame.NORMAL)
    raise BadField("type", f"{bits:#x} is neither a monster nor a Spell nor a Trap.")


def _members(bits: int, table: tuple[tuple[int, Value], ...]) -> Iterator[Value]:
    return (value for bit, value in table if bits & bit)


def _named(value: object, field: str, table: dict[int, Value], kind: CardKind) -> Value | None:
    bits = _bits(value, field)
    if bits == 0 and kind is CardKind.TOKEN:
        return None
    if bits not in table:
        raise BadField(field, f"{bits:#x} is not a known {field}.")
    return table[bits]


def _stat(value: object, field: str) -> int:
    """Return ATK or DEF; a printed "?" is stored as -2."""
    return QUESTION_MARK if value == -2 else as_number(value, field, STATS)
