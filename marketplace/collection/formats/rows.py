"""What a row of any file was read as, and what every reader shares in reading one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import TypeAlias

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from marketplace.collection.formats.values import BadValue

Words: TypeAlias = "str | LazyString"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a row is refused: ``column`` is the header as the file writes it, empty when the whole row is meant."""

    column: str
    message: Words


@dataclass(slots=True)
class Row:
    """One row of a file. Blank values are not stated; nothing here was looked up in the catalogue.

    ``number`` counts the rows of data from 1, ``line`` the lines of the file from 1. ``quantity`` is None only when
    a problem says so. ``notes`` are remarks for the preview, ``problems`` refuse the row.
    """

    number: int
    line: int
    cells: dict[str, str]
    code: str = ""
    name: str = ""
    passcode: int | None = None
    product: str = ""
    rarity_text: str = ""
    quantity: int | None = None
    for_trade: int | None = None
    language: str = ""
    """Our code, when the file states one; it wins over the letters of the set number."""
    edition: str = ""
    condition: str = ""
    condition_words: str = ""
    place: str = ""
    place_kind: str = ""
    page: int | None = None
    slot: int | None = None
    note: str = ""
    price: Decimal | None = None
    bought_on: date | None = None
    artwork: str = ""
    variant: str = ""
    """What the file adds to name or number to tell printings apart, such as "alt" or "Starfoil"."""
    signed: bool = False
    altered: bool = False
    proxy: bool = False
    misprint: str = ""
    grading: str = ""
    storage: str = ""
    card_page: int | None = None
    """Key of the card in our own files."""
    custom: bool = False
    """The printing was entered by its collector ("not in catalogue"), as our own files say."""
    print_language: str = ""
    """Language of the printing in our own files, where it differs from the copies'."""
    print_artwork: str = ""
    reprint: bool | None = None
    """Whether it is the later of two products that share the number; None when the file does not say."""
    part: int = 0
    """0, or the n-th copy an "also" remark of the line names."""
    leading_count: int | None = None
    """A bare number the line begins with: a count, or the first word of the name."""
    name_without_count: str = ""
    notes: list[Words] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def refuse(self, column: str, message: Words) -> None:
        self.problems.append(Problem(column, message))

    @property
    def identity(self) -> bool:
        """Whether anything says which card is meant."""
        return bool(self.code or self.name or self.passcode)


@dataclass(frozen=True, slots=True)
class Cells:
    """One row's cells by what they mean, so that readers do not care how a file spells its header."""

    row: Row
    columns: Mapping[str, str]
    """Field -> header as written."""

    def text(self, name: str) -> str:
        return self.row.cells.get(self.columns.get(name, ""), "").strip()

    def has(self, name: str) -> bool:
        return name in self.columns

    def read(self, name: str, reader: Callable[[str], object], *, hard: bool = True) -> object | None:
        """``reader`` applied to a cell; a bad value refuses the row, or with ``hard=False`` is noted and left out."""
        text = self.text(name)
        try:
            return reader(text)
        except BadValue as error:
            header = self.columns.get(name, name)
            if hard:
                self.row.refuse(header, error.message)
            else:
                note = _l("“%(column)s” was left out: %(reason)s", column=header, reason=error.message)
                self.row.notes.append(note)
            return None
