"""TCGplayer seller pricing CSV, in.

``Condition`` joins condition, edition and language ("Lightly Played Unlimited - Japanese"); a seller's ``Title`` may
tell the true language; ``Product Name`` carries variants in brackets. Rows of other games are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from flask_babel import lazy_gettext as _l

from marketplace.catalogue.vocabulary import language_from, language_label, rarity_candidates
from marketplace.catalogue.words import squeezed
from marketplace.collection.formats.reading import Table
from marketplace.collection.formats.rows import Cells, Row
from marketplace.collection.formats.shared import columns_of, finish, rows_of
from marketplace.collection.formats.values import read_quantity
from marketplace.collection.vocabulary import condition_from

_COLUMNS: dict[str, tuple[str, ...]] = {
    "sku": ("TCGplayer Id",),
    "line": ("Product Line",),
    "product": ("Set Name",),
    "name": ("Product Name",),
    "title": ("Title",),
    "code": ("Number",),
    "rarity": ("Rarity",),
    "condition": ("Condition",),
    "total": ("Total Quantity",),
    "add": ("Add to Quantity",),
}
_EDITIONS = (
    ("1st edition", "1st"),
    ("unlimited edition", "unlimited"),
    ("unlimited", "unlimited"),
    ("limited edition", "limited"),
    ("limited", "limited"),
)
_VARIANT = re.compile(r"\s*\(([^()]*)\)\s*$")


def is_other_game(row: Row) -> bool:
    """Whether the row's product line is another game's."""
    line = next((text for title, text in row.cells.items() if squeezed(title) == "productline"), "")
    return bool(line.strip()) and squeezed(line) not in ("yugioh", "yugiohtcg")


def read(table: Table, skipped: list[int] | None = None) -> Iterator[Row]:
    """The rows of this game; the numbers of other games' rows are appended to ``skipped``."""
    columns = columns_of(table, _COLUMNS)
    for row in rows_of(table):
        if is_other_game(row):
            if skipped is not None:
                skipped.append(row.number)
            continue
        cells = Cells(row, columns)
        code = cells.text("code")
        row.code = "" if code.casefold() in ("n/a", "na", "-") else code
        row.name, row.variant = split_variant(cells.text("name"))
        row.product = cells.text("product")
        row.rarity_text = cells.text("rarity")
        _quantity(cells)
        split_condition(row, cells.text("condition"))
        _title(row, cells.text("title"))
        yield finish(row, columns.get("code", "Number"))


def split_variant(name: str) -> tuple[str, str]:
    """A product name without its bracketed variant, and the variant: ("Jinzo", "Starfoil")."""
    match = _VARIANT.search(name)
    return (name[: match.start()], match[1].strip()) if match and match.start() else (name, "")


def split_condition(row: Row, text: str) -> None:
    """Split "Near Mint 1st Edition - Japanese" from the right into language, edition and condition."""
    words, _, last = text.rpartition(" - ")
    language = language_from(last) if words else None
    rest = words if language else text
    row.language = language or row.language
    folded = rest.casefold().strip()
    for ending, edition in _EDITIONS:
        if folded.endswith(ending):
            row.edition = edition
            rest = rest.strip()[: -len(ending)]
            break
    condition = rest.strip()
    reading = condition_from(condition, "tcgplayer")
    row.condition = reading.grade or ""
    if condition and reading.grade is None:
        row.condition_words = condition
    elif reading.grade and reading.grade != "NM":
        row.notes.append(
            _l(
                "Condition “%(text)s” was read as %(grade)s: this scale is coarser than ours.",
                text=condition,
                grade=reading.grade,
            )
        )


def _quantity(cells: Cells) -> None:
    """The quantity of whichever column is filled; a stock export writes 0 in the other one."""
    row = cells.row
    total, add = cells.text("total"), cells.text("add")
    filled = [(name, text) for name, text in (("total", total), ("add", add)) if text]
    counted = [(name, text) for name, text in filled if text.strip("0")] or filled[:1]
    if not counted:
        row.refuse(cells.columns.get("total", "Total Quantity"), _l("the quantity is empty; write how many copies there are"))
    elif len(counted) == 2:
        row.refuse(cells.columns["add"], _l("both quantity columns are filled; empty the one that does not count"))
    else:
        row.quantity = cells.read(counted[0][0], read_quantity)  # type: ignore[assignment]


def _title(row: Row, title: str) -> None:
    """The seller's own text: a leading language word ("FRENCH Magician of Faith") tells the language of the copy."""
    if not title or row.language:
        return
    first, _, rest = title.strip().partition(" ")
    language = language_from(first) if rest and first.isupper() and len(first) > 3 else None
    if language and not rarity_candidates(first):
        row.language = language
        row.notes.append(
            _l(
                "The language was taken from the title “%(title)s”: %(language)s.",
                title=title,
                language=language_label(language),
            )
        )
    elif squeezed(title) != squeezed(row.name):
        row.note = title
