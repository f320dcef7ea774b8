"""Opening a file of any format as rows, and writing a collection in any format: the one door to this package."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from marketplace.catalogue.codes import looks_like_code
from marketplace.collection.formats import columns, dragonshield, own, scanflip, tcgplayer, text_list, text_writing, ygoprodeck
from marketplace.collection.formats.detect import FORMATS, Detected, detect, is_table
from marketplace.collection.formats.owned import Loss, Owned, in_rows
from marketplace.collection.formats.reading import Table, Text, decode, open_table
from marketplace.collection.formats.rows import Row
from marketplace.errors import Refused

HOLDS: dict[str, frozenset[str]] = {
    "dragonshield": frozenset({"edition", "condition", "price_paid", "acquired_on", "place_id"}),
    "ygoprodeck": frozenset({"edition"}),
    "tcgplayer": frozenset({"edition", "condition"}),
    "scanflip": frozenset({"edition", "condition", "artwork"}),
    "own": frozenset(
        {
            "edition", "condition", "condition_words", "artwork", "signed", "altered", "proxy", "misprint", "grading",
            "storage", "note", "price_paid", "acquired_on", "place_id", "page", "slot",
        }
    ),
    "text": frozenset({"edition", "condition", "condition_words", "misprint"}),
}  # fmt: skip
"""Which fields of a stack each format states (printing and language always): only those are compared when a file
sets quantities, so that what a format cannot say is never taken for a difference."""

_COLUMN_HOLDS = {
    "edition": "edition", "condition": "condition", "price": "price_paid", "bought_on": "acquired_on", "place": "place_id",
    "page": "page", "slot": "slot", "note": "note", "signed": "signed", "altered": "altered", "variant": "artwork",
}  # fmt: skip

_REMARKS: dict[str, tuple[LazyString, ...]] = {
    "ygoprodeck": (
        _l("YGOPRODeck writes Mint for every card, so conditions are read as not stated."),
        _l("YGOPRODeck only knows English set numbers. If your cards are in another language, choose it below."),
    ),
    "tcgplayer": (
        _l("TCGplayer's conditions are coarser than ours: Lightly Played is read as Excellent, the lower grade in doubt."),
    ),
    "scanflip": (_l("Scanflip's PL means lightly played; its PO and DM are both read as Poor."),),
}

_EXAMPLES = ("Set code", "Card name", "Quantity", "Rarity", "Condition", "Language")
"""Titles ``columns.suggest`` knows, for a person whose table has none of them."""

_NEEDED: dict[str, tuple[tuple[str, ...], ...]] = {
    "dragonshield": (("Card Number", "CardNumber", "Card Name", "Name"), ("Quantity",)),
    "ygoprodeck": (("cardcode", "cardname", "cardid"), ("cardq",)),
    "tcgplayer": (("Number", "Product Name"), ("Total Quantity", "Add to Quantity")),
    "scanflip": (("Code", "Nom de la carte"), ("Quantité", "Quantite")),
    "own": (("Set number", "Card"), ("Quantity",)),
}
"""Of each group one column must be there."""


@dataclass(slots=True)
class OpenFile:
    """A file that was understood: its format and how it was read; ``rows`` are read on demand."""

    format: str
    sha256: str
    text: Text
    variant: str = ""
    table: Table | None = None
    mapping: dict[str, str] = field(default_factory=dict)
    seems_table: bool = False
    """Read as a text list although it looks like a table."""
    skipped: list[int] = field(default_factory=list)
    """Rows of other games, filled while the rows are read."""

    @property
    def header(self) -> tuple[str, ...]:
        return self.table.header if self.table else ()

    @property
    def holds(self) -> frozenset[str]:
        """Fields of a stack this file states."""
        if self.format != "columns":
            return HOLDS[self.format]
        return frozenset(held for name, held in _COLUMN_HOLDS.items() if name in self.mapping)

    @property
    def states_trade(self) -> bool:
        """Whether the file says how many copies are for trade."""
        return self.format in ("dragonshield", "own") or "for_trade" in self.mapping

    @property
    def remarks(self) -> tuple[LazyString, ...]:
        """What to tell about the whole file."""
        return (*_REMARKS.get(self.format, ()), *self._about_columns())

    def _about_columns(self) -> Iterator[LazyString]:
        if self.format == "text" and self.seems_table:
            yield _l(
                "No known column was found, so this file is read as a list, line by line. Columns are known by titles such as "
                "%(titles)s, in English, French or Portuguese; or choose “%(table)s” below.",
                titles=", ".join(f"“{title}”" for title in _EXAMPLES),
                table=FORMATS["columns"],
            )
        for title in self.table.twice if self.table else ():
            yield _l("The column “%(title)s” stands in this file more than once; the first one is read.", title=title)

    def rows(self, list_language: str = "") -> Iterator[Row]:
        """The rows in order. ``list_language`` is what lines of a text list without a remark are in."""
        if self.table is None:
            return text_list.read(self.text.text, list_language)
        match self.format:
            case "dragonshield":
                return dragonshield.read(self.table)
            case "ygoprodeck":
                return ygoprodeck.read(self.table)
            case "tcgplayer":
                return tcgplayer.read(self.table, self.skipped)
            case "scanflip":
                return scanflip.read(self.table)
            case "own":
                return own.read(self.table)
            case _:
                return columns.read(self.table, self.mapping)


def open_file(data: bytes, file_name: str = "", *, as_format: str = "", mapping: Mapping[str, str] | None = None) -> OpenFile:
    """Decode a file, tell its format and check that the columns it needs are there.

    ``as_format`` overrides the format that was told, ``mapping`` (field -> header) the guessed columns of a table.
    Raises Refused for files that cannot be read, saying why and what to do.
    """
    return open_text(decode(data), hashlib.sha256(data).hexdigest(), file_name, as_format=as_format, mapping=mapping)


def open_text(
    text: Text, sha256: str, file_name: str = "", *, as_format: str = "", mapping: Mapping[str, str] | None = None
) -> OpenFile:
    """``open_file`` for a text that was decoded before."""
    found = _as(text, as_format) if as_format else detect(text, file_name)
    opened = OpenFile(found.format, sha256, text, found.variant, found.table, dict(found.mapping))
    opened.seems_table = found.format == "text" and _seems_table(text, file_name)
    if found.format == "columns":
        assert opened.table is not None
        if mapping is not None:
            known = {name: title for name, title in mapping.items() if name in columns.FIELDS}
            opened.mapping = {name: title for name, title in known.items() if title in opened.table.header}
        elif not opened.mapping:
            opened.mapping = columns.suggest(opened.table.header, [])
        return opened
    if opened.table is not None:
        _check_columns(opened.format, opened.table)
    if opened.format == "own" and opened.table is not None:
        own.check_version(opened.table)
    return opened


def _seems_table(text: Text, file_name: str) -> bool:
    if not file_name.casefold().endswith((".csv", ".tsv")) and not re.search(r"[;\t]", text.text.split("\n", 1)[0]):
        return False  # Lines with equally many commas are as good as any list.
    return is_table(text.text) and not any(looks_like_code(cell) for cell in open_table(text).header)


def check_mapping(opened: OpenFile) -> None:
    """Refuse a table none of whose columns tells which card a row is."""
    if opened.format == "columns" and not {"code", "name", "passcode"} & opened.mapping.keys():
        raise Refused(
            _l(
                "No column seems to hold a set number or a card name. The columns are: %(columns)s. "
                "Choose what each one holds.",
                columns=", ".join(opened.header[:30]),
            ),
            rule="import.columns",
            field="mapping",
        )


def _as(text: Text, as_format: str) -> Detected:
    """The file read as the format the collector chose."""
    if as_format not in FORMATS:
        raise Refused(_l("Choose one of the formats of the list."), rule="import.format", field="format")
    if as_format == "text":
        return Detected("text")
    table = open_table(text)
    if as_format == "columns":
        sample = [record.cells for record, _count in zip(table.records(), range(50), strict=False)]
        return Detected("columns", table, mapping=columns.suggest(table.header, sample))
    return Detected(as_format, table)


def _check_columns(name: str, table: Table) -> None:
    header = {title.casefold() for title in table.header}
    missing = [group[0] for group in _NEEDED[name] if not any(title.casefold() in header for title in group)]
    if missing:
        raise Refused(
            _l(
                "As a file of “%(format)s” this lacks the column %(columns)s. The columns are: %(found)s.",
                format=FORMATS[name],
                columns=", ".join(f"“{title}”" for title in missing),
                found=", ".join(table.header[:30]),
            ),
            rule="import.missing_columns",
            field="file",
            missing=missing,
        )


EXPORTS: dict[str, LazyString] = {
    "own": _l("Duelfolio CSV: everything, the backup of your collection"),
    "dragonshield": _l("Dragon Shield CSV: taken by the Card Manager app"),
    "text": _l("Text list: to post in a forum or send to a friend"),
}
"""Formats that are written, with what each is for."""

FILE_NAMES = {"own": "duelfolio-collection.csv", "dragonshield": "dragonshield-collection.csv", "text": "collection.txt"}
MEDIA_TYPES = {"own": "text/csv", "dragonshield": "text/csv", "text": "text/plain"}


def write(
    name: str, stacks: Iterable[Owned], *, locale: str = "en", list_language: str = "", delimiter: str = ","
) -> Iterator[bytes]:
    """The file of format ``name`` in pieces of UTF-8; our own CSV begins with a byte order mark for spreadsheets."""
    if name not in EXPORTS:
        raise Refused(_l("Choose one of the formats of the list."), rule="export.format", field="format")
    parts = _parts(name, stacks, locale, list_language, delimiter)
    if name == "own":
        yield b"\xef\xbb\xbf"
    for part in parts:
        yield part.encode("utf-8")


def _parts(name: str, stacks: Iterable[Owned], locale: str, list_language: str, delimiter: str) -> Iterator[str]:
    if name == "own":
        return own.write(in_rows(stacks), delimiter)
    if name == "dragonshield":
        return dragonshield.write(in_rows(stacks))
    return text_writing.write(stacks, locale, list_language)


def losses(name: str, stacks: Iterable[Owned]) -> list[Loss]:
    """What the format drops of these stacks: (field, how many stacks, in words)."""
    if name == "own":
        return own.losses(stacks)
    if name == "dragonshield":
        return dragonshield.losses(stacks)
    return text_writing.losses(stacks)
