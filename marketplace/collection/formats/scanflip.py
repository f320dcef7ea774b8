"""Scanflip CSV (a French phone scanner), in.

The condition stands in the column of the edition; ``Langue`` holds language and region; rarities are its own codes.
One row is one physical lot, so equal rows are added up. ``Reprint`` says that a number also belongs to the 25th
anniversary edition and that this is the copy at hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask_babel import lazy_gettext as _l

from marketplace.collection.formats.reading import Table
from marketplace.collection.formats.rows import Cells, Row
from marketplace.collection.formats.shared import columns_of, finish, rows_of, take_condition, take_language
from marketplace.collection.formats.values import BadValue, read_count, read_flag, read_quantity

_COLUMNS: dict[str, tuple[str, ...]] = {
    "language": ("Langue",),
    "extension": ("Extension",),
    "code": ("Code",),
    "name": ("Nom de la carte",),
    "rarity": ("Rareté", "Rarete"),
    "1st": ("1st Edition",),
    "unlimited": ("Unlimited",),
    "limited": ("Limited / Autre", "Limited"),
    "quantity": ("Quantité", "Quantite"),
    "artwork": ("N° Artwork", "No Artwork", "Artwork"),
    "reprint": ("Reprint",),
}


def read(table: Table) -> Iterator[Row]:
    """The rows of an export. ``reprint`` picks between two products that share a number."""
    columns = columns_of(table, _COLUMNS)
    for row in rows_of(table):
        cells = Cells(row, columns)
        row.code = cells.text("code")
        row.name = cells.text("name")
        row.rarity_text = cells.text("rarity")
        row.quantity = cells.read("quantity", read_quantity)  # type: ignore[assignment]
        take_language(cells, "language")
        filled = [name for name in ("1st", "unlimited", "limited") if cells.text(name)]
        if len(filled) > 1:
            row.refuse(columns[filled[1]], _l("two editions are marked on one row; write one row for each"))
        elif filled:
            row.edition = filled[0]
            take_condition(cells, filled[0], "scanflip")
        _artwork(cells)
        row.reprint = read_flag(cells.text("reprint")) or cells.text("extension").upper().endswith("-25TH")
        yield finish(row, columns.get("code", "Code"))


def _artwork(cells: Cells) -> None:
    """``N° Artwork``: blank is the main one, 1 the first alternative."""
    text = cells.text("artwork")
    try:
        number = read_count(text) if text != "0" else None
    except BadValue:
        cells.row.artwork = text
        return
    cells.row.artwork = f"alternative {number}" if number else ""
