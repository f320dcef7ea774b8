"""The starter catalogue: its file format, read and written; see docs/starter-catalogue.md."""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
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
    as_number,
    as_object,
    as_text,
    as_word,
    parts,
    shown,
)
from engine.facts.file import FactsFormat, UnreadableFacts
from engine.facts.rarities import RARITIES
from engine.vocab import Ability, Attribute, CardKind, Frame, LinkArrow, MonsterType, SpellTrapIcon

FORMAT = "duelfolio-starter"
VERSION = 1
STARTER_FILE = Path(__file__).with_name("starter.json")
"""The starter catalogue that comes with the program."""

_NO_NUMBER = "-"
_LANGUAGE = {language: language for language in LANGUAGES}
_NUMBER = re.compile(r"[^\s,/]+")


class StarterReader:
    """Turns one object of the list "cards" into a card."""

    format: ClassVar[FactsFormat] = FactsFormat.STARTER
    list_key = "cards"

    def __init__(self) -> None:
        self._rarities: dict[str, str] = {}

    def header(self, key: str, value: object) -> None:
        """Take in the version and the table of rarities, which stand before the cards."""
        if key == "version" and value != VERSION:
            raise UnreadableFacts(
                f"This starter catalogue has version {shown(value)}; only version {VERSION} can be read. "
                "Update the program first."
            )
        if key == "rarities":
            try:
                self._rarities = {
                    code: sys.intern(as_text(name, f"rarities.{code}")) for code, name in as_object(value, "rarities").items()
                }
            except BadField as error:
                raise UnreadableFacts(f"The table of rarities is broken. {error.message}") from None

    def finish(self, cards: Sequence[CardFacts]) -> Sequence[CardFacts]:
        """Every card is kept."""
        return cards

    def card(self, entry: Mapping[str, object], report: Report) -> CardFacts:
        def number(field: str, allowed: range) -> int | None:
            value = entry.get(field)
            return None if value is None else as_number(value, field, allowed)

        def stat(field: str) -> int | None:
            return QUESTION_MARK if entry.get(field) == "?" else number(field, STATS)

        attribute, monster_type, icon = entry.get("attribute"), entry.get("type"), entry.get("icon")
        return CardFacts(
            page_id=number("page_id", IDS),
            passcode=number("passcode", PASSCODES),
            konami_id=number("konami_id", IDS),
            names=_names(entry.get("names")),
            kind=as_word(entry.get("kind"), "kind", CardKind),
            frame=as_word(entry.get("frame"), "frame", Frame),
            pendulum=entry.get("pendulum") is True,
            attribute=None if attribute is None else as_word(attribute, "attribute", Attribute),
            type=None if monster_type is None else as_word(monster_type, "type", MonsterType),
            abilities=tuple(as_word(word, field, Ability) for field, word in parts(entry.get("abilities"), "abilities")),
            icon=None if icon is None else as_word(icon, "icon", SpellTrapIcon),
            level=number("level", LEVELS),
            rank=number("rank", LEVELS),
            link=number("link", LEVELS),
            scale=number("scale", LEVELS),
            arrows=tuple(as_word(word, field, LinkArrow) for field, word in parts(entry.get("arrows"), "arrows")),
            atk=stat("atk"),
            defense=stat("defense"),
            unofficial_names=frozenset(
                _language(as_text(word, field), field)
                for field, word in parts(entry.get("unofficial_names"), "unofficial_names")
            ),
            alias_passcodes=tuple(
                as_number(code, field, ANY_PASSCODES) for field, code in parts(entry.get("alias_passcodes"), "alias_passcodes")
            ),
            placeholder_passcode=number("placeholder_passcode", ANY_PASSCODES),
            archetypes=tuple(sys.intern(as_text(name, field)) for field, name in parts(entry.get("archetypes"), "archetypes")),
            printings=tuple(dict.fromkeys(self._printings(entry.get("printings")))),
        )

    def _printings(self, value: object) -> Iterator[PrintingFacts]:
        """Yield the printings of ``{product: {language: "number rarity/rarity, number rarity"}}``."""
        for product, languages in as_object(value, "printings").items():
            product = sys.intern(product)
            for key, listed in as_object(languages, f"printings.{product}").items():
                field = f"printings.{product}.{key}"
                language = _language(key, field)
                for item in as_text(listed, field).split(","):
                    number, _, codes = item.strip().partition(" ")
                    if not _NUMBER.fullmatch(number):
                        raise BadField(field, f"{shown(item)} is not a set number with rarities.")
                    number = "" if number == _NO_NUMBER else number
                    for code in codes.strip().split("/"):
                        yield PrintingFacts(product, number, language, self._rarity(code, field))

    def _rarity(self, code: str, field: str) -> str | None:
        if not code:
            return None
        name = self._rarities.get(code)
        if name is None:
            raise BadField(field, f"The rarity {shown(code)} is not in the table of rarities.")
        return name


def _language(key: str, field: str) -> str:
    language = _LANGUAGE.get(key)
    if language is None:
        raise BadField(field, f"{shown(key)} is not a known language.")
    return language


def _names(value: object) -> dict[str, str]:
    names = {_language(key, f"names.{key}"): as_text(name, f"names.{key}") for key, name in as_object(value, "names").items()}
    if not names or not all(names.values()):
        raise BadField("names", "The card has an empty name, or none at all.")
    return names


def starter_text(cards: Iterable[CardFacts], languages: Iterable[str]) -> str:
    """Return a starter catalogue with the facts of ``cards`` in the given languages.

    Texts, materials and romanised names are left out: the file holds facts only. Raises
    ``ValueError`` for a rarity that has no short form and for artworks, which the
    format cannot say.
    """
    kept = tuple(languages)
    codes = {name: code for code, name in RARITIES.items()}
    used: set[str] = set()
    lines = [_dump(_entry(card, kept, codes, used)) for card in cards]
    table = {code: name for code, name in RARITIES.items() if code in used}
    head = [
        f'"format": "{FORMAT}"',
        f'"version": {VERSION}',
        f'"languages": {_dump(kept)}',
        f'"rarities": {_dump(table)}',
    ]
    return "{\n" + ",\n".join(head) + ',\n"cards": [\n' + ",\n".join(lines) + "\n]\n}\n"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _entry(card: CardFacts, languages: tuple[str, ...], codes: Mapping[str, str], used: set[str]) -> dict[str, object]:
    entry: dict[str, object] = {
        "page_id": card.page_id,
        "passcode": card.passcode,
        "konami_id": card.konami_id,
        "names": {language: card.names[language] for language in languages if language in card.names},
        "kind": card.kind,
        "frame": card.frame,
        "pendulum": card.pendulum,
        "attribute": card.attribute,
        "type": card.type,
        "abilities": card.abilities,
        "icon": card.icon,
        "level": card.level,
        "rank": card.rank,
        "link": card.link,
        "scale": card.scale,
        "arrows": card.arrows,
        "atk": "?" if card.atk == QUESTION_MARK else card.atk,
        "defense": "?" if card.defense == QUESTION_MARK else card.defense,
        "unofficial_names": sorted(card.unofficial_names.intersection(languages)),
        "alias_passcodes": card.alias_passcodes,
        "placeholder_passcode": card.placeholder_passcode,
        "archetypes": card.archetypes,
        "printings": _grouped(card, languages, codes, used),
    }
    return {key: value for key, value in entry.items() if value or (value == 0 and value is not False)}


def _grouped(
    card: CardFacts, languages: tuple[str, ...], codes: Mapping[str, str], used: set[str]
) -> dict[str, dict[str, str]]:
    rarities: dict[str, dict[str, dict[str, list[str]]]] = {}
    for printing in card.printings:
        if printing.language not in languages:
            continue
        if printing.artwork:
            raise ValueError(f"{card.name}: the starter format has no place for the artwork {printing.artwork!r}.")
        number = printing.number or _NO_NUMBER
        if not _NUMBER.fullmatch(number):
            raise ValueError(f"{card.name}: the set number {number!r} cannot be written.")
        by_number = rarities.setdefault(printing.product, {}).setdefault(printing.language, {})
        listed = by_number.setdefault(number, [])
        if printing.rarity is not None:
            if printing.rarity not in codes:
                raise ValueError(f"{card.name}: the rarity {printing.rarity!r} has no short form.")
            listed.append(codes[printing.rarity])
            used.add(codes[printing.rarity])
    return {
        product: {
            language: ", ".join(f"{number} {'/'.join(listed)}".strip() for number, listed in by_number.items())
            for language, by_number in by_language.items()
        }
        for product, by_language in rarities.items()
    }
