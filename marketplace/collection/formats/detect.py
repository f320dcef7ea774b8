"""Which format a file is, told by its header and never by its extension; and what we say of formats we do not read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from marketplace.catalogue.codes import looks_like_code
from marketplace.collection.formats import columns
from marketplace.collection.formats.reading import Table, Text, find_delimiter, open_table
from marketplace.errors import Refused

FORMATS: dict[str, LazyString] = {
    "dragonshield": _l("Dragon Shield Card Manager"),
    "ygoprodeck": _l("YGOPRODeck collection"),
    "tcgplayer": _l("TCGplayer seller pricing"),
    "scanflip": _l("Scanflip"),
    "own": _l("Duelfolio collection"),
    "text": _l("Text list"),
    "columns": _l("Table with columns to choose"),
}
"""Formats that are read, in the order the page offers them."""

UNSUPPORTED: dict[str, LazyString] = {
    "cardmarket": _l("Cardmarket order or stock file"),
    "cardmarket_stock": _l("Cardmarket stock file (old interface)"),
    "cardmarket_order": _l("Cardmarket order text"),
    "deckbox": _l("Deckbox"),
    "moxfield": _l("Moxfield"),
    "manabox": _l("ManaBox"),
    "archidekt": _l("Archidekt"),
    "ydk": _l("Deck file (.ydk)"),
    "ydke": _l("Deck link (ydke://)"),
    "lflist": _l("Forbidden list (.lflist.conf)"),
}
"""Formats that are recognised and refused by name."""


@dataclass(frozen=True, slots=True)
class Detected:
    """A recognised file: its format, the table if it is one, and for free columns what each seems to hold."""

    format: str
    table: Table | None = None
    variant: str = ""
    mapping: dict[str, str] = field(default_factory=dict)
    """Field -> header, for the "columns" format."""


def _norm(cells: tuple[str, ...]) -> list[str]:
    return [re.sub(r"\s+", " ", cell.strip().strip('"').strip().casefold()) for cell in cells]


def header_format(header: tuple[str, ...]) -> tuple[str, str]:
    """Format and variant a header belongs to; ("", "") when it is none of the known ones."""
    names = _norm(header)
    cells = set(names)
    if {"card key", "set number", "printing language"} <= cells:
        return "own", ""
    if {"folder name", "card number"} <= cells:
        return "dragonshield", "" if "rarity" in cells else "no rarity"
    if {"quantity", "cardnumber", "expansion code"} <= cells:
        return "dragonshield", "old app"
    if {"list name", "card number", "printing"} <= cells:
        return "dragonshield", "sorted"
    if {"tcgplayer id", "product line"} <= cells:
        return "tcgplayer", ""
    if "idproduct" in cells and "idlanguage" in cells:
        return "cardmarket", ""
    if "idarticle" in cells:
        return "cardmarket_stock", ""
    if {"cardname", "cardq"} <= cells:
        if "print_id" in cells:
            return "ygoprodeck", "2025"
        if not {"cardid", "cardrarity"} <= cells:
            return "ygoprodeck", ""
        return "ygoprodeck", "2021" if names.index("cardid") < names.index("cardrarity") else "2023"
    if {"nom de la carte", "1st edition"} <= cells:
        return "scanflip", ""
    if "binder name" in cells or "manabox id" in cells:
        return "manabox", ""
    if "tradelist count" in cells:
        return ("moxfield" if "last modified" in cells else "deckbox"), ""
    if {"multiverse id", "edition code"} <= cells:
        return "archidekt", ""
    return "", ""


def detect(text: Text, file_name: str = "") -> Detected:
    """Tell the format of a file.

    Raises Refused for recognised formats that are not read, naming the format and what can be read instead.
    """
    body = text.text.lstrip("\ufeff").lstrip()
    first = body.split("\n", 1)[0].strip()
    other = _not_a_collection(body, first, file_name)
    if other:
        raise unsupported(other)
    table = open_table(text)
    name, variant = header_format(table.header)
    if name in UNSUPPORTED:
        raise unsupported(name)
    if name:
        return Detected(name, table, variant)
    if len(table.header) >= 2 and (columns.known_titles(table.header) >= 2 or is_table(body)):
        mapping = columns.suggest(table.header, _sample(table))
        if "code" in mapping or "name" in mapping or "passcode" in mapping:
            return Detected("columns", table, mapping=mapping)
    if len(table.header) >= 3 and is_table(body) and not any(looks_like_code(cell) for cell in table.header):
        return Detected("columns", table)
    return Detected("text")


def _not_a_collection(body: str, first: str, file_name: str) -> str:
    """The format of a deck, a list or an order, which are no collections; "" otherwise."""
    start = first.casefold()
    if start.startswith("ydke://"):
        return "ydke"
    if file_name.casefold().endswith(".lflist.conf") or start.startswith(("#[", "!")):
        return "lflist"
    lines = [line.strip() for line in body.splitlines()[:40] if line.strip()]
    only_passcodes = len(lines) > 1 and all(re.fullmatch(r"\d{4,10}|[#!].*", line) for line in lines)
    if start.startswith(("#created by", "#main")) or only_passcodes:
        return "ydk"
    if re.search(r"^yugioh singles:", body, re.IGNORECASE | re.MULTILINE):
        return "cardmarket_order"
    return ""


def is_table(body: str) -> bool:
    """Whether most lines hold the same delimiter equally often, as prose and lists of names do not."""
    lines = [re.sub(r'"[^"]*"', "", line) for line in body.splitlines()[:20] if line.strip()]
    delimiter = find_delimiter(body)
    counts = [line.count(delimiter) for line in lines]
    return bool(counts) and counts[0] > 0 and sum(count == counts[0] for count in counts) >= 0.7 * len(counts)


def _sample(table: Table) -> list[tuple[str, ...]]:
    rows = []
    for record in table.records():
        rows.append(record.cells)
        if len(rows) == 50:
            break
    return rows


def unsupported(name: str) -> Refused:
    """The refusal that names a recognised format and what can be read instead."""
    return Refused(
        _l(
            "This file was recognised (%(format)s), but it cannot be imported into the collection. What can be read: Dragon "
            "Shield, YGOPRODeck, TCGplayer, Scanflip and Duelfolio files, text lists, and any table with a set number or a "
            "card name.",
            format=UNSUPPORTED[name],
        ),
        rule="import.unsupported",
        field="file",
        format=name,
    )
