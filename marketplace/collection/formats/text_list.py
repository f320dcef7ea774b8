"""Lists as collectors write them in posts, in and out: one line a card, under rarity headings, only the exception written.

``Caius (1ère, SDDE-FR001) [abîmé]`` is one copy; ``*3`` after the name is a count; ``-- Anglais`` tells a language that
is not the list's. The reader also takes the plain layouts of shops and deck lists ("3x Name", "Name x3",
"1 Name [SET] number", one set number a line).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from flask_babel import lazy_gettext as _l

from marketplace.catalogue.codes import looks_like_code, normalise
from marketplace.catalogue.vocabulary import language_from, rarity_candidates
from marketplace.catalogue.words import plain
from marketplace.collection.formats.rows import Row
from marketplace.collection.formats.values import BadValue, read_quantity
from marketplace.collection.vocabulary import CONDITIONS, condition_from, edition_from, is_misprint

MISPRINT = "misprint: "
"""Marks a misprint whose description does not say that it is one."""

PRODUCT = "set: "
"""Names the product where several share the set number."""

_BULLET = re.compile(r"^\s*(?:[¤•·–—>*-]+\s+|[¤•·])+")
_HEADING = re.compile(
    r"^\s*[-=_*#~]{3,}\s*(?P<ruled>[^-=_*#~].*?)\s*:?\s*[-=_*#~]*\s*$|^\s*(?P<plain>[^()\[\]]{2,40}?)\s*:\s*$"
)
_TRAILING_LANGUAGE = re.compile(r"\s+(?:--|–|—)\s*(?P<words>[^()\[\]]+?)\s*$")
_SQUARE = re.compile(r"\[(?P<inside>[^\]]*)\]?")
_ROUND = re.compile(r"\((?P<inside>[^()]*)\)?")
_ALSO = re.compile(r"^\s*(?:aussi|also|também|tambem|auch|también|anche)\b\s*", re.IGNORECASE)
_COUNT_BEFORE = re.compile(r"^(?P<count>\d{1,5})\s*[x×*]\s+|^[x×](?P<crossed>\d{1,5})\s+", re.IGNORECASE)
_PLAIN_COUNT = re.compile(r"^(?P<count>\d{1,4})\s+(?=\S)")
_COUNT_AFTER = re.compile(r"\s*(?:[x×*]\s?(?P<count>\d{1,7})|\((?P<round>\d{1,4})\))\s*$", re.IGNORECASE)
_BARE_CODE = re.compile(r"(?<![\w-])[A-Za-z0-9]{2,5}\s?[-\u2010-\u2015]\s?[A-Za-z]{0,5}[\d?]{1,3}[A-Za-z]*(?![\w-])")


def read(text: str, list_language: str = "") -> Iterator[Row]:
    """The lines of a list as rows. ``list_language`` is what lines without a remark are in; blank leaves it to the number."""
    rarity, language = "", ""
    number = 0
    for line_number, raw in enumerate(text.splitlines(), start=1):
        line = raw.replace("\u00a0", " ").strip().lstrip("\ufeff")
        if not line:
            rarity, language = "", ""  # An empty line ends a section: what follows may be another message.
        if not line or line.startswith(("#", "//")):
            continue
        heading = _HEADING.match(line)
        if heading and not _BARE_CODE.search(line):
            title = (heading["ruled"] or heading["plain"]).strip()
            rarity = title if rarity_candidates(title) else ""
            language = language_from(title) or ""
            continue
        number += 1
        for row in _card_line(number, line_number, raw, line):
            row.rarity_text = row.rarity_text or rarity
            row.language = row.language or language
            if not row.language and not row.code:
                row.language = list_language
            yield row


def _card_line(number: int, line_number: int, raw: str, line: str) -> list[Row]:
    """One line: the copy it names and the copies of its "also" remarks."""
    row = Row(number, line_number, {"": raw})
    rest = _BULLET.sub("", line)
    also: list[str] = []
    for match in _SQUARE.finditer(rest):
        inside = match["inside"].strip()
        if _ALSO.match(inside):
            also.append(inside)
        elif not _set_code(inside):
            _bracket(row, inside)
    brackets = [match["inside"].strip() for match in _SQUARE.finditer(rest)]
    rest = _SQUARE.sub(lambda match: " " + match["inside"] + " " if _set_code(match["inside"]) else " ", rest).strip()
    language = _TRAILING_LANGUAGE.search(rest)
    if language and language_from(language["words"]):
        row.language = language_from(language["words"]) or ""
        rest = rest[: language.start()]
    rest = _round_brackets(row, rest)
    bracketed = bool(row.code)
    if not bracketed:
        rest = _bare_code(row, rest, [inside for inside in brackets if _set_code(inside)])
    _count(row, rest)
    if row.code and not bracketed and re.fullmatch(r"\d{1,4}", row.name):  # "2 LOB-001"; in "7 (AST-091)" it is the name.
        row.quantity, row.name, row.leading_count = int(row.name), "", None
    if not row.identity:
        row.refuse("", _l("this line names no card"))
    rows = [row]
    for part, remark in enumerate(also, start=1):
        rows.append(_also(row, part, remark))
    return rows


def _set_code(text: str) -> bool:
    """Whether square brackets hold a set prefix or number, as shop exports write them."""
    return bool(re.fullmatch(r"[A-Z0-9]{2,5}", text.strip()) and not _is_condition(text)) or looks_like_code(text)


def _is_condition(text: str) -> bool:
    return condition_from(text, "own").grade is not None


def _bracket(row: Row, inside: str) -> None:
    """What square brackets tell: a misprint, a grade with the owner's words ("PO, abîmé"), a condition, or a remark to keep."""
    first, _, words = (part.strip() for part in inside.partition(","))
    if inside.startswith(PRODUCT):
        row.product = inside.removeprefix(PRODUCT)
    elif inside.startswith(MISPRINT) or is_misprint(inside):
        row.misprint = inside.removeprefix(MISPRINT)
    elif first in CONDITIONS or first == "?":
        row.condition = first.strip("?")
        row.condition_words = words
    elif (reading := condition_from(inside, "own")).grade and not row.condition:
        row.condition = reading.grade
        row.condition_words = inside
    elif inside:
        row.note = ", ".join(filter(None, (row.note, inside)))


def _round_brackets(row: Row, rest: str) -> str:
    """Read the brackets that hold the set number or remarks; brackets that belong to the name stay."""
    for match in reversed(list(_ROUND.finditer(rest))):
        parts = [part.strip() for part in match["inside"].split(",")]
        read = [_part(row, part) for part in parts if part]
        if any(read):
            for part, known in zip([part for part in parts if part], read, strict=True):
                if not known:
                    row.note = ", ".join(filter(None, (row.note, part)))
            rest = rest[: match.start()] + " " + rest[match.end() :]
    return rest.strip()


def _part(row: Row, part: str) -> bool:
    """Take one remark of a bracket ("1ère", "en français", "SDDE-FR001", "en Super"); False when it is none."""
    if looks_like_code(part) and any(char.isdigit() for char in part):
        row.code = row.code or part
        return True
    if edition := edition_from(part):
        row.edition = edition
        return True
    if language := language_from(part):
        row.language = language
        return True
    if rarity_candidates(part):
        row.rarity_text = part
        return True
    condition = condition_from(part, "own")
    if condition.grade and condition.sure:
        row.condition = condition.grade
        return True
    return False


def _bare_code(row: Row, rest: str, brackets: list[str]) -> str:
    """A set number without brackets around it, or split between ``[SET]`` and what follows."""
    match = next((match for match in _BARE_CODE.finditer(rest) if looks_like_code(match[0])), None)
    if match is None and looks_like_code(_COUNT_BEFORE.sub("", rest)):
        row.code = _COUNT_BEFORE.sub("", rest)
        return rest[: len(rest) - len(row.code)]
    if match is None:
        for prefix in brackets:
            tail = re.search(rf"\s*\b{re.escape(prefix)}\s+(?P<number>[A-Za-z]{{0,4}}\d{{1,3}})$", rest)
            if tail and looks_like_code(f"{prefix}-{tail['number']}"):
                row.code = f"{prefix}-{tail['number']}"
                return rest[: tail.start()]
        return rest
    row.code = match[0]
    rest = (rest[: match.start()] + " " + rest[match.end() :]).strip()
    prefix = normalise(row.code).partition("-")[0]
    return re.sub(rf"\s+{re.escape(prefix)}\s*$", "", rest)


def _count(row: Row, rest: str) -> None:
    """The count before or after the name. A bare leading number may belong to the name: the catalogue decides."""
    row.quantity = 1
    after = _COUNT_AFTER.search(rest)
    before = _COUNT_BEFORE.match(rest)
    try:
        if after:
            row.quantity = read_quantity(after["count"] or after["round"])
            rest = rest[: after.start()]
        elif before:
            row.quantity = read_quantity(before["count"] or before["crossed"])
            rest = rest[before.end() :]
        elif bare := _PLAIN_COUNT.match(rest):
            row.name_without_count = rest[bare.end() :].strip()
            row.leading_count = int(bare["count"])
    except BadValue as error:
        row.quantity = None
        row.refuse("", error.message)
    row.name = re.sub(r"\s{2,}", " ", rest).strip(" ,;:-–")
    if not re.search(r"\w", row.name):
        row.name = ""


def _also(row: Row, part: int, remark: str) -> Row:
    """Another copy of the card of ``row`` that a remark names ("aussi 1 en Super, 1ère édition, DP2-FR012")."""
    words = _ALSO.sub("", remark)
    count = re.match(r"(\d{1,4})\s+", words)
    other = Row(row.number, row.line, row.cells, name=row.name, part=part, quantity=int(count[1]) if count else 1)
    if count is None:
        other.notes.append(_l("The remark “%(text)s” tells no count; 1 was taken.", text=remark))
    for piece in words[count.end() if count else 0 :].split(","):
        if piece.strip() and not _part(other, piece.strip()):
            other.note = ", ".join(filter(None, (other.note, piece.strip())))
    if not other.code and not other.rarity_text:
        other.refuse("", _l("the remark “%(text)s” names no set number", text=remark))
    return other


def with_count(row: Row) -> Row:
    """The row read with its bare leading number as a count, for when no card has the whole line as its name."""
    if row.leading_count is None:
        return row
    return replace(row, name=row.name_without_count, quantity=row.leading_count, leading_count=None, name_without_count="")


def same_name(a: str, b: str) -> bool:
    """Whether two names are one, case, accents and punctuation aside."""
    return plain(a) == plain(b)
