"""Read answers of the YGOPRODeck card API, version 7 (cardinfo.php)."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from engine.facts.card import QUESTION_MARK, CardFacts, PrintingFacts
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
)
from engine.facts.file import FactsFormat
from engine.facts.rarities import rarity_name
from engine.facts.text_box import materials_of, plain_lines, split_pendulum_text
from engine.facts.type_line import TypeLine, read_type_line
from engine.vocab import Attribute, CardKind, Frame, LinkArrow, MonsterType, SpellTrapIcon

_ARROW_ORDER = list(LinkArrow)
_CARDS_WITHOUT_TYPE_LINE = {
    "spell card": (CardKind.SPELL, Frame.SPELL),
    "trap card": (CardKind.TRAP, Frame.TRAP),
    "token": (CardKind.TOKEN, Frame.TOKEN),
    "skill card": (CardKind.SKILL, Frame.SKILL),
}
_EXTRA_DECK = {Frame.FUSION, Frame.SYNCHRO, Frame.XYZ, Frame.LINK}


def is_ygoprodeck(entry: object) -> bool:
    """Tell whether an element of a JSON list looks like a card of this format."""
    return isinstance(entry, dict) and {"id", "name", "type", "desc"} <= entry.keys()


class YgoprodeckReader:
    """Turns one object of the list "data" into a card.

    The API names the language nowhere, so ``language`` says what ``name`` and ``desc``
    are in; its printings are English whatever it is asked for. Its entries lack a page
    id: cards are known by their passcodes.
    """

    format: ClassVar[FactsFormat] = FactsFormat.YGOPRODECK

    def __init__(self, list_key: str, language: str) -> None:
        self.list_key = list_key
        self._language = language

    def header(self, key: str, value: object) -> None:
        """Nothing that matters stands outside the list."""

    def card(self, entry: Mapping[str, object], report: Report) -> CardFacts:
        number = as_number(entry.get("id"), "id", ANY_PASSCODES)
        written = as_text(entry.get("type"), "type")
        misc = next(iter(as_list(entry.get("misc_info"), "misc_info")), None)
        more = as_object(misc, "misc_info[1]")
        text = plain_lines(as_text(entry.get("desc") or "", "desc"))

        line: TypeLine | None = None
        plain = _CARDS_WITHOUT_TYPE_LINE.get(written.lower())
        if plain is None:
            line = _type_line(entry, written, more, text)
            kind, frame = CardKind.MONSTER, line.frame
        else:
            kind, frame = plain
        names, texts, pendulum_texts = self._words(entry, text, line is not None and line.pendulum, report)
        arrows = _arrows(entry.get("linkmarkers")) if frame is Frame.LINK else ()
        is_spell_or_trap = kind in (CardKind.SPELL, CardKind.TRAP)
        return CardFacts(
            page_id=None,
            passcode=number if number in PASSCODES else None,
            konami_id=_optional(more, "konami_id", IDS),
            names=names,
            kind=kind,
            frame=frame,
            pendulum=line is not None and line.pendulum,
            attribute=_attribute(entry, kind),
            type=line.type if line else _token_type(entry, kind),
            abilities=line.abilities if line else (),
            icon=as_word(entry.get("race"), "race", SpellTrapIcon) if is_spell_or_trap else None,
            level=_level(entry, kind, frame) if frame is not Frame.XYZ else None,
            rank=_level(entry, kind, frame) if frame is Frame.XYZ else None,
            link=_link_rating(entry, arrows) if frame is Frame.LINK else None,
            scale=as_number(entry.get("scale"), "scale", LEVELS) if line and line.pendulum else None,
            arrows=arrows,
            atk=_stat(entry, "atk", kind, more),
            defense=_stat(entry, "def", kind, more) if frame is not Frame.LINK else None,
            materials=materials_of(frame, texts.get("en", "")),
            texts=texts,
            pendulum_texts=pendulum_texts,
            alias_passcodes=_aliases(entry.get("card_images"), number),
            placeholder_passcode=_optional(more, "beta_id", ANY_PASSCODES) if number in PASSCODES else number,
            archetypes=tuple(sys.intern(as_text(name, "archetype")) for name in (entry.get("archetype"),) if name is not None),
            printings=_printings(entry.get("card_sets"), report),
        )

    def finish(self, cards: Sequence[CardFacts]) -> list[CardFacts]:
        """Drop the entries that are another artwork of a card that has its own entry.

        Asked with "includealiased", the API answers with one entry for each artwork.
        """
        owner: dict[tuple[str, int], int] = {}
        for position, card in enumerate(cards):
            if card.passcode is not None:
                for alias in (card.passcode, *card.alias_passcodes):
                    key = (card.name, alias)
                    known = owner.get(key)
                    if known is None or len(cards[known].alias_passcodes) < len(card.alias_passcodes):
                        owner[key] = position
        return [
            card for position, card in enumerate(cards) if card.passcode is None or owner[card.name, card.passcode] == position
        ]

    def _words(
        self, entry: Mapping[str, object], text: str, pendulum: bool, report: Report
    ) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
        name = as_text(entry.get("name"), "name").replace("\u00a0", " ")
        if not name:
            raise BadField("name", "The card has no name.")
        names = {self._language: name}
        english = entry.get("name_en")
        if english is not None:
            english = as_text(english, "name_en")
            if self._language == "en" and english != name:
                report.add_once(
                    "name",
                    "The file is in another language than English, but does not say in which. Cards were kept "
                    "with their English names only; name the language to keep all.",
                )
                return {"en": english}, {}, {}
            names["en"] = english
        pendulum_text, monster_text = "", text
        if pendulum:
            pendulum_text, monster_text = split_pendulum_text(text)
            if entry.get("monster_desc") is not None:
                pendulum_text = plain_lines(as_text(entry.get("pend_desc") or "", "pend_desc"))
                monster_text = plain_lines(as_text(entry["monster_desc"], "monster_desc"))
        language = self._language
        return (
            names,
            {language: monster_text} if monster_text else {},
            {language: pendulum_text} if pendulum_text else {},
        )


def _optional(entry: Mapping[str, object], field: str, allowed: range) -> int | None:
    value = entry.get(field)
    return None if value in (None, 0, "0", "") else as_number(value, field, allowed)


def _type_line(entry: Mapping[str, object], written: str, more: Mapping[str, object], text: str) -> TypeLine:
    listed = entry.get("typeline")
    if listed:
        return read_type_line([as_text(word, field) for field, word in parts(listed, "typeline")], "typeline")
    words = written.split()
    if not words or words[-1].lower() != "monster":
        raise BadField("type", f"{shown(written)} is not a known kind of card.")
    race = as_text(entry.get("race"), "race")
    line = read_type_line([race, *words[:-1]], "type")
    if line.frame in _EXTRA_DECK and "effect" not in line.abilities:
        # "XYZ Monster" is said of all of them; those with an effect have text after the materials.
        has_effect = more.get("has_effect")
        if has_effect == 1 or (has_effect is None and "\n" in text):
            return read_type_line([race, *words[:-1], "Effect"], "type")
    return line


def _attribute(entry: Mapping[str, object], kind: CardKind) -> Attribute | None:
    # Traps that summon themselves as monsters carry an attribute here; it isn't printed on them.
    value = entry.get("attribute")
    if kind is CardKind.MONSTER or (kind is CardKind.TOKEN and value):
        return as_word(value, "attribute", Attribute)
    return None


def _token_type(entry: Mapping[str, object], kind: CardKind) -> MonsterType | None:
    value = entry.get("race")
    return as_word(value, "race", MonsterType) if kind is CardKind.TOKEN and value else None


def _level(entry: Mapping[str, object], kind: CardKind, frame: Frame) -> int | None:
    value = entry.get("level")
    if kind is CardKind.TOKEN and value is None:
        return None
    if kind not in (CardKind.MONSTER, CardKind.TOKEN) or frame is Frame.LINK:
        return None
    return as_number(value, "level", LEVELS)


def _link_rating(entry: Mapping[str, object], arrows: tuple[LinkArrow, ...]) -> int:
    value = entry.get("linkval")
    return len(arrows) if value is None else as_number(value, "linkval", LEVELS)


def _arrows(value: object) -> tuple[LinkArrow, ...]:
    found = {as_word(word, field, LinkArrow) for field, word in parts(value, "linkmarkers")}
    if not found:
        raise BadField("linkmarkers", "A Link Monster has at least one Link Arrow.")
    return tuple(sorted(found, key=_ARROW_ORDER.index))


def _stat(entry: Mapping[str, object], field: str, kind: CardKind, more: Mapping[str, object]) -> int | None:
    """Return ATK or DEF; a printed "?" is 0 with a mark, or null, or -1, depending on the card."""
    if kind not in (CardKind.MONSTER, CardKind.TOKEN):
        return None
    value = entry.get(field)
    if more.get(f"question_{field}") == 1 or value in (-1, "-1", "?"):
        return QUESTION_MARK
    if value is None:
        return QUESTION_MARK if kind is CardKind.MONSTER else None
    return as_number(value, field, STATS)


def _aliases(value: object, number: int) -> tuple[int, ...]:
    found: set[int] = set()
    for field, image in parts(value, "card_images"):
        identity = as_object(image, field).get("id")
        if identity is not None:
            found.add(as_number(identity, f"{field}.id", ANY_PASSCODES))
    return tuple(sorted(found - {number}))


def _printings(value: object, report: Report) -> tuple[PrintingFacts, ...]:
    known: dict[PrintingFacts, None] = {}
    unknown: dict[tuple[str, str], tuple[str, object]] = {}
    for field, line in parts(value, "card_sets"):
        try:
            product, number, rarity, written = _line(line, field)
        except BadField as error:
            report.add(error.field, f"{error.message} This printing was left out.")
            continue
        if rarity is None:
            unknown.setdefault((product, number), (field, written))
        else:
            known.setdefault(PrintingFacts(product, number, "en", rarity))
    settled = {(printing.product, printing.number) for printing in known}
    for place, (field, written) in unknown.items():
        # Broken lines double a good one more often than not; then they say nothing new.
        if place not in settled:
            report.add(f"{field}.set_rarity", f"{shown(written)} is not a rarity. The printing was kept without one.")
            known.setdefault(PrintingFacts(*place, "en", None))
    return tuple(known)


def _line(line: object, field: str) -> tuple[str, str, str | None, object]:
    values = as_object(line, field)
    product = sys.intern(as_text(values.get("set_name"), f"{field}.set_name"))
    if not product:
        raise BadField(f"{field}.set_name", "The product has no name.")
    number = as_text(values.get("set_code") or "", f"{field}.set_code")
    written = as_text(str(values.get("set_rarity") or ""), f"{field}.set_rarity")
    code = as_text(str(values.get("set_rarity_code") or ""), f"{field}.set_rarity_code")
    rarity = rarity_name(written) or rarity_name(code)
    return product, number, rarity and sys.intern(rarity), values.get("set_rarity")


def error_of(header: Iterable[tuple[str, object]]) -> str | None:
    """Return the sentence the API answers with when it found nothing, if it is one."""
    for key, value in header:
        if key == "error" and isinstance(value, str):
            return value
    return None
