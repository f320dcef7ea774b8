"""Read the JSON that the yaml-yugi project publishes: a list with one object per card."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.facts.card import LANGUAGES, QUESTION_MARK, CardFacts, PrintingFacts
from engine.facts.entry import Report
from engine.facts.fields import (
    ANY_PASSCODES,
    IDS,
    LEVELS,
    PASSCODES,
    STATS,
    BadField,
    as_list,
    as_number,
    as_object,
    as_text,
    as_word,
    parts,
    shown,
    without_ruby,
)
from engine.facts.file import FactsFormat
from engine.facts.rarities import rarity_name
from engine.facts.type_line import TypeLine, read_type_line
from engine.vocab import Attribute, CardKind, Frame, LinkArrow, SpellTrapIcon

_LANGUAGE = {language: language for language in LANGUAGES}
_ROMANISED = {"ja_romaji": "ja", "ko_rr": "ko"}
_ARROWS = {
    "↖": LinkArrow.TOP_LEFT,
    "⬆": LinkArrow.TOP,
    "↗": LinkArrow.TOP_RIGHT,
    "⬅": LinkArrow.LEFT,
    "➡": LinkArrow.RIGHT,
    "↙": LinkArrow.BOTTOM_LEFT,
    "⬇": LinkArrow.BOTTOM,
    "↘": LinkArrow.BOTTOM_RIGHT,
}
_ARROW_ORDER = list(LinkArrow)


def is_yaml_yugi(entry: object) -> bool:
    """Tell whether an element of a JSON list looks like one of this format."""
    return isinstance(entry, dict) and "yugipedia_page_id" in entry and "card_type" in entry


class YamlYugiReader:
    """Turns one object of the list into a card."""

    format: ClassVar[FactsFormat] = FactsFormat.YAML_YUGI
    list_key = ""

    def __init__(self) -> None:
        self._row_of_page: dict[int, int] = {}

    def header(self, key: str, value: object) -> None:
        """Nothing stands outside the list."""

    def finish(self, cards: Sequence[CardFacts]) -> Sequence[CardFacts]:
        """Every card is kept."""
        return cards

    def card(self, entry: Mapping[str, object], report: Report) -> CardFacts:
        page_id = as_number(entry.get("yugipedia_page_id"), "yugipedia_page_id", IDS)
        first_row = self._row_of_page.setdefault(page_id, report.row)
        if first_row != report.row:
            raise BadField(
                "yugipedia_page_id",
                f"{page_id} stands in row {first_row} already; the first counts.",
            )
        names = _names(entry.get("name"), report)
        texts = _texts(entry.get("text"), "text", report)
        kind = as_word(entry.get("card_type"), "card_type", CardKind)
        line: TypeLine | None = None
        icon: SpellTrapIcon | None = None
        frame = Frame.NORMAL
        if kind is CardKind.MONSTER:
            line = read_type_line(
                as_text(entry.get("monster_type_line"), "monster_type_line").split("/"),
                "monster_type_line",
                texts.get("en", ""),
            )
            frame = line.frame
        elif kind is CardKind.SPELL or kind is CardKind.TRAP:
            icon = as_word(entry.get("property"), "property", SpellTrapIcon)
            frame = Frame(kind.value)
        else:
            raise BadField("card_type", f"A {kind.value} is not expected in this format.")
        arrows = _arrows(entry.get("link_arrows"))
        unofficial = as_object(entry.get("is_translation_unofficial"), "is_translation_unofficial")
        return CardFacts(
            page_id=page_id,
            passcode=_number(entry, "password", PASSCODES),
            konami_id=_number(entry, "konami_id", IDS),
            names=names,
            kind=kind,
            frame=frame,
            pendulum=line is not None and line.pendulum,
            attribute=as_word(entry.get("attribute"), "attribute", Attribute) if line else None,
            type=line.type if line else None,
            abilities=line.abilities if line else (),
            icon=icon,
            level=_number(entry, "level", LEVELS),
            rank=_number(entry, "rank", LEVELS),
            link=len(arrows) or None,
            scale=_number(entry, "pendulum_scale", LEVELS),
            arrows=arrows,
            atk=_stat(entry, "atk"),
            defense=_stat(entry, "def"),
            materials=as_text(entry.get("materials") or "", "materials"),
            texts=texts,
            pendulum_texts=_texts(entry.get("pendulum_effect"), "pendulum_effect", report),
            romanised=_romanised(entry.get("name")),
            unofficial_names=frozenset(
                _LANGUAGE[language]
                for language, is_so in as_object(unofficial.get("name"), "is_translation_unofficial.name").items()
                if is_so is True and language in _LANGUAGE
            ),
            placeholder_passcode=_number(entry, "fake_password", ANY_PASSCODES),
            archetypes=tuple(sys.intern(as_text(name, field)) for field, name in parts(entry.get("series"), "series")),
            printings=tuple(dict.fromkeys(_printings(entry.get("sets"), report))),
        )


def _number(entry: Mapping[str, object], field: str, allowed: range) -> int | None:
    value = entry.get(field)
    return None if value is None else as_number(value, field, allowed)


def _stat(entry: Mapping[str, object], field: str) -> int | None:
    return QUESTION_MARK if entry.get(field) == "?" else _number(entry, field, STATS)


def _names(value: object, report: Report) -> dict[str, str]:
    names: dict[str, str] = {}
    for key, name in as_object(value, "name").items():
        language = _LANGUAGE.get(key)
        if language is None:
            if key not in _ROMANISED:
                _unknown_language(key, report)
        elif name is not None:
            # No-break spaces are an accident of typesetting; they would spoil every search.
            plain = without_ruby(as_text(name, f"name.{key}")).replace("\u00a0", " ").strip()
            if plain:
                names[language] = plain
    if not names:
        raise BadField("name", "The card has no name in any known language.")
    return names


def _romanised(value: object) -> dict[str, str]:
    spellings = as_object(value, "name")
    return {
        language: text
        for key, language in _ROMANISED.items()
        if spellings.get(key) is not None and (text := as_text(spellings[key], f"name.{key}"))
    }


def _texts(value: object, field: str, report: Report) -> dict[str, str]:
    texts: dict[str, str] = {}
    for key, text in as_object(value, field).items():
        language = _LANGUAGE.get(key)
        if language is None:
            _unknown_language(key, report)
        elif text is not None and (plain := without_ruby(as_text(text, f"{field}.{key}"))):
            texts[language] = plain
    return texts


def _arrows(value: object) -> tuple[LinkArrow, ...]:
    found: set[LinkArrow] = set()
    for field, sign in parts(value, "link_arrows"):
        arrow = _ARROWS.get(sign.rstrip("\ufe0f")) if isinstance(sign, str) else None
        if arrow is None:
            raise BadField(field, f"{shown(sign)} is not a Link Arrow.")
        found.add(arrow)
    return tuple(sorted(found, key=_ARROW_ORDER.index))


def _printings(value: object, report: Report) -> Iterator[PrintingFacts]:
    for key, lines in as_object(value, "sets").items():
        language = _LANGUAGE.get(key)
        if language is None:
            _unknown_language(key, report)
            continue
        for field, line in parts(lines, f"sets.{key}"):
            try:
                yield from _line(line, field, language, report)
            except BadField as error:
                report.add(error.field, f"{error.message} This printing was left out.")


def _line(line: object, field: str, language: str, report: Report) -> Iterator[PrintingFacts]:
    values = as_object(line, field)
    product = sys.intern(as_text(values.get("set_name"), f"{field}.set_name"))
    if not product:
        raise BadField(f"{field}.set_name", "The product has no name.")
    number = as_text(values.get("set_number") or "", f"{field}.set_number")
    written = as_list(values.get("rarities"), f"{field}.rarities") or [None]
    for rarity in written:
        name: str | None = None
        if rarity is not None:
            name = rarity_name(as_text(rarity, f"{field}.rarities"))
            if name is None:
                report.add(
                    f"{field}.rarities",
                    f"{shown(rarity)} is not a rarity. The printing was kept without one.",
                )
        yield PrintingFacts(product, number, language, name and sys.intern(name))


def _unknown_language(key: str, report: Report) -> None:
    report.add_once(key, f"{shown(key)} is not a known language. The card was kept without it, like all others.")
