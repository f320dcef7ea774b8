"""YGOPRODeck collection CSV, in, in its three variants.

Columns are found by name, so their order does not matter. Quotes inside names are not doubled in one variant;
``reading`` mends them. Set numbers are English only, whatever the language of the copies; the condition ``M`` is a
default nobody changes; ``cardid`` is the passcode of the chosen artwork without leading zeros.
"""

from __future__ import annotations

from collections.abc import Iterator

from marketplace.collection.formats.reading import Table
from marketplace.collection.formats.rows import Cells, Row
from marketplace.collection.formats.shared import columns_of, finish, rows_of, take_condition, take_edition
from marketplace.collection.formats.values import read_passcode, read_quantity

_COLUMNS: dict[str, tuple[str, ...]] = {
    "name": ("cardname",),
    "quantity": ("cardq",),
    "passcode": ("cardid",),
    "rarity": ("cardrarity",),
    "condition": ("cardcondition",),
    "edition": ("card_edition",),
    "product": ("cardset",),
    "code": ("cardcode",),
}


def read(table: Table) -> Iterator[Row]:
    """The rows of an export. No language is stated: the set numbers are English for every collector."""
    columns = columns_of(table, _COLUMNS)
    for row in rows_of(table):
        cells = Cells(row, columns)
        row.code = cells.text("code")
        row.name = cells.text("name")
        row.product = cells.text("product")
        row.rarity_text = cells.text("rarity")
        row.quantity = cells.read("quantity", read_quantity)  # type: ignore[assignment]
        row.passcode = cells.read("passcode", read_passcode, hard=False)  # type: ignore[assignment]
        take_edition(cells, "edition")
        take_condition(cells, "condition", "ygoprodeck")
        yield finish(row, columns.get("code", "cardcode"))
