"""Dragon Shield Card Manager CSV, in and out.

Their importer wants the exact header below, the ``sep`` line and CRLF. Set names are title-cased by the tool and
the set code is only the prefix: a row is known by its card number. The trade part lies inside the quantity.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from flask_babel import lazy_gettext as _l

from marketplace.catalogue import codes
from marketplace.catalogue.vocabulary import LANGUAGES, foil_colour, language_from, rarity_candidates, short_form
from marketplace.collection.formats.owned import Loss, Owned, count_losses
from marketplace.collection.formats.reading import Table
from marketplace.collection.formats.rows import Cells, Row
from marketplace.collection.formats.shared import columns_of, finish, rows_of, take_condition, take_edition, take_language
from marketplace.collection.formats.values import guarded, read_date, read_money, read_quantity
from marketplace.collection.vocabulary import condition_for

HEADER = (
    "Folder Name", "Quantity", "Trade Quantity", "Card Name", "Set Code", "Set Name", "Card Number", "Rarity", "Condition",
    "Printing", "Language", "Price Bought", "Date Bought", "LOW", "MID", "MARKET",
)  # fmt: skip

_COLUMNS: dict[str, tuple[str, ...]] = {
    "place": ("Folder Name", "List Name"),
    "quantity": ("Quantity",),
    "for_trade": ("Trade Quantity",),
    "name": ("Card Name", "Name"),
    "prefix": ("Set Code", "Expansion Code"),
    "product": ("Set Name", "Expansion Name"),
    "code": ("Card Number", "CardNumber"),
    "rarity": ("Rarity",),
    "condition": ("Condition",),
    "edition": ("Printing",),
    "language": ("Language",),
    "price": ("Price Bought", "PurchasePrice"),
    "bought_on": ("Date Bought", "PurchaseDate"),
}
"""Columns by name, so that older headers and other price tails are read too."""

_EDITIONS = {"": "", "1st": "1st Edition", "unlimited": "Unlimited", "limited": "Limited"}


def read(table: Table) -> Iterator[Row]:
    """The rows of an export. Prices of the day (LOW, MID, MARKET) are not what was paid and are left out."""
    columns = columns_of(table, _COLUMNS)
    for row in rows_of(table):
        cells = Cells(row, columns)
        row.code = cells.text("code")
        row.name = cells.text("name")
        row.product = cells.text("product")
        row.rarity_text = cells.text("rarity")
        row.variant = foil_colour(row.rarity_text)
        row.place = cells.text("place")
        row.quantity = cells.read("quantity", read_quantity)  # type: ignore[assignment]
        row.for_trade = cells.read("for_trade", read_quantity) if cells.text("for_trade") else None  # type: ignore[assignment]
        if row.quantity is not None and (row.for_trade or 0) > row.quantity:
            row.refuse(columns["for_trade"], _l("more copies are for trade than there are"))
        row.price = cells.read("price", read_money, hard=False) or None  # type: ignore[assignment]
        row.bought_on = cells.read("bought_on", read_date, hard=False)  # type: ignore[assignment]
        take_edition(cells, "edition")
        take_condition(cells, "condition", "dragonshield")
        take_language(cells, "language")
        if row.code and cells.text("prefix") and not codes.looks_like_code(row.code):
            whole = f"{cells.text('prefix')}-{row.code}"  # Hand-made files split the number in two.
            row.code = whole if codes.looks_like_code(whole) else row.code
        yield finish(row, columns.get("code", "Card Number"))


def write(stacks: Iterable[Owned]) -> Iterator[str]:
    """The file in pieces of text, one line each, as their own importer takes it."""
    yield '"sep=,"\r\n'
    yield _line(HEADER)
    for stack in stacks:
        yield _line(
            (
                stack.place, str(stack.quantity), str(stack.for_trade), stack.name,
                stack.code.partition("-")[0], stack.product, stack.code, short_form(stack.rarity, "dragonshield"),
                condition_for(stack.condition, "dragonshield")[0], _EDITIONS.get(stack.edition, ""),
                _language(stack.language),
                f"{stack.price:.2f}" if stack.price is not None else "", stack.bought_on.isoformat() if stack.bought_on else "",
                "", "", "",
            )
        )  # fmt: skip


def _line(cells: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([guarded(cell) for cell in cells])
    return out.getvalue()


def _language(code: str) -> str:
    language = LANGUAGES.get(code)
    return language.english if language else code


def losses(stacks: Iterable[Owned]) -> list[Loss]:
    """What this format cannot hold, with how many stacks it concerns."""
    return count_losses(
        stacks,
        {
            "code": lambda stack: not stack.code,
            "note": lambda stack: bool(stack.note),
            "condition_words": lambda stack: bool(stack.condition_words),
            "artwork": lambda stack: bool(stack.artwork or stack.print_artwork),
            "marks": lambda stack: stack.signed or stack.altered or stack.proxy or bool(stack.misprint),
            "grading": lambda stack: bool(stack.grading),
            "storage": lambda stack: bool(stack.storage),
            "pocket": lambda stack: stack.page is not None or stack.slot is not None,
            "place_kind": lambda stack: bool(stack.place) and stack.place_kind not in ("", "binder"),
            "rarity": lambda stack: (
                bool(stack.rarity)
                and stack.rarity not in rarity_candidates(short_form(stack.rarity, "dragonshield"), "dragonshield")
            ),
            "language": lambda stack: language_from(_language(stack.language)) != stack.language,
            "lent": lambda stack: stack.lent > 0,
            "promised": lambda stack: stack.promised > 0,
            "custom": lambda stack: stack.custom,
        },
    )
