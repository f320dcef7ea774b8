"""Duelfolio's own CSV, in and out: every field of every stack, so that reading it back changes nothing.

The first line names the format and its version; the header comes second. Both comma and semicolon are written
(a spreadsheet in a language with decimal commas wants the latter), always as UTF-8 with a byte order mark.
The columns are documented in ``docs/formats.md``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator

from flask_babel import lazy_gettext as _l

from marketplace.collection.formats.owned import Loss, Owned, count_losses
from marketplace.collection.formats.reading import Table
from marketplace.collection.formats.rows import Cells, Row
from marketplace.collection.formats.shared import finish, rows_of, take_edition, take_language
from marketplace.collection.formats.values import (
    BadValue,
    guarded,
    read_count,
    read_date,
    read_flag,
    read_money,
    read_passcode,
    read_quantity,
)
from marketplace.collection.vocabulary import CONDITIONS
from marketplace.errors import Refused

VERSION = 1
FIRST_LINE = f"# Duelfolio collection {VERSION}"
_FIRST_LINE = re.compile(r"^#\s*Duelfolio collection (\d+)", re.IGNORECASE)

# Header -> how a stack gives the cell. The order is the order of the file.
COLUMNS: dict[str, Callable[[Owned], str]] = {
    "Quantity": lambda stack: str(stack.quantity),
    "For trade": lambda stack: str(stack.for_trade),
    "Card": lambda stack: stack.name,
    "Set number": lambda stack: stack.code,
    "Set": lambda stack: stack.product,
    "Rarity": lambda stack: stack.rarity,
    "Printing language": lambda stack: stack.print_language,
    "Printing artwork": lambda stack: stack.print_artwork,
    "Passcode": lambda stack: f"{stack.passcode:08d}" if stack.passcode else "",
    "Card key": lambda stack: str(stack.card_page or ""),
    "Not in catalogue": lambda stack: _flag(stack.custom),
    "Language": lambda stack: stack.language,
    "Edition": lambda stack: stack.edition,
    "Condition": lambda stack: stack.condition,
    "Condition in words": lambda stack: stack.condition_words,
    "Artwork": lambda stack: stack.artwork,
    "Signed": lambda stack: _flag(stack.signed),
    "Altered": lambda stack: _flag(stack.altered),
    "Proxy": lambda stack: _flag(stack.proxy),
    "Misprint": lambda stack: stack.misprint,
    "Grading": lambda stack: stack.grading,
    "Storage": lambda stack: stack.storage,
    "Place": lambda stack: stack.place,
    "Place kind": lambda stack: stack.place_kind,
    "Page": lambda stack: str(stack.page or ""),
    "Slot": lambda stack: str(stack.slot or ""),
    "Price paid": lambda stack: f"{stack.price:.2f}" if stack.price is not None else "",
    "Acquired on": lambda stack: stack.bought_on.isoformat() if stack.bought_on else "",
    "Note": lambda stack: stack.note,
}
_FREE_TEXT = {"condition_words", "artwork", "misprint", "grading", "storage", "note", "print_artwork"}
_FIELDS = {
    "quantity": "Quantity", "for_trade": "For trade", "name": "Card", "code": "Set number", "product": "Set",
    "rarity_text": "Rarity", "print_language": "Printing language", "print_artwork": "Printing artwork",
    "passcode": "Passcode", "card_page": "Card key", "custom": "Not in catalogue", "language": "Language",
    "edition": "Edition", "condition": "Condition", "condition_words": "Condition in words", "artwork": "Artwork",
    "signed": "Signed", "altered": "Altered", "proxy": "Proxy", "misprint": "Misprint", "grading": "Grading",
    "storage": "Storage", "place": "Place", "place_kind": "Place kind", "page": "Page", "slot": "Slot",
    "price": "Price paid", "bought_on": "Acquired on", "note": "Note",
}  # fmt: skip


def _flag(value: bool) -> str:
    return "yes" if value else ""


def _condition(text: str) -> str:
    if text and text not in CONDITIONS:
        raise BadValue(_l("“%(text)s” is not a grade from MT to PO", text=text))
    return text


def check_version(table: Table) -> None:
    """Refuse a file written by a later version, whose columns may mean more than we know."""
    match = _FIRST_LINE.match(table.first_line)
    if match and int(match[1]) > VERSION:
        raise Refused(
            _l(
                "This file was written by a newer Duelfolio (version %(version)s of the format). Update this site first.",
                version=match[1],
            ),
            rule="import.own.version",
            field="file",
        )


def read(table: Table) -> Iterator[Row]:
    """The rows of our own file; missing columns are taken as blank."""
    check_version(table)
    columns = {name: title for name, title in _FIELDS.items() if title in table.header}
    for row in rows_of(table):
        cells = Cells(row, columns)
        for name in ("code", "name", "product", "rarity_text", "print_language", "place", "place_kind", *_FREE_TEXT):
            setattr(row, name, cells.text(name))
        row.quantity = cells.read("quantity", read_quantity)  # type: ignore[assignment]
        row.for_trade = cells.read("for_trade", read_quantity) if cells.text("for_trade") else None  # type: ignore[assignment]
        row.passcode = cells.read("passcode", read_passcode, hard=False)  # type: ignore[assignment]
        row.card_page = cells.read("card_page", read_passcode, hard=False)  # type: ignore[assignment]
        row.condition = cells.read("condition", _condition) or ""  # type: ignore[assignment]
        row.page = cells.read("page", read_count)  # type: ignore[assignment]
        row.slot = cells.read("slot", read_count)  # type: ignore[assignment]
        row.price = cells.read("price", read_money)  # type: ignore[assignment]
        row.bought_on = cells.read("bought_on", read_date)  # type: ignore[assignment]
        for name in ("signed", "altered", "proxy", "custom"):
            setattr(row, name, read_flag(cells.text(name)))
        take_edition(cells, "edition")
        take_language(cells, "language")
        if row.quantity is not None and (row.for_trade or 0) > row.quantity:
            row.refuse(columns["for_trade"], _l("more copies are for trade than there are"))
        yield finish(row, _FIELDS["code"])


def write(stacks: Iterable[Owned], delimiter: str = ",") -> Iterator[str]:
    """The file in pieces of text, one line each, without the byte order mark (the edge adds it when encoding)."""
    yield FIRST_LINE + "\r\n"
    yield _line(COLUMNS, delimiter)
    for stack in stacks:
        yield _line((guarded(cell(stack)) for cell in COLUMNS.values()), delimiter)


def _line(cells: Iterable[str], delimiter: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerow(cells)
    return out.getvalue()


def losses(stacks: Iterable[Owned]) -> list[Loss]:
    """What this format drops: who copies are lent or promised to, and nothing else of a stack."""
    return count_losses(stacks, {"lent": lambda stack: stack.lent > 0, "promised": lambda stack: stack.promised > 0})
