"""A want list to take away: as text in the style of posts, and as a table with every column."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from marketplace.wants.want_view import WantRow

COLUMNS = (
    "Quantity", "Kind", "Card", "Code", "Set", "Item", "Languages", "Editions", "Condition", "Rarities", "Not rarities",
    "Artwork", "Urgency", "Visibility", "Group", "Note",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_text(rows: Sequence[WantRow], note: str = "") -> str:
    """The list as a post: ``[R]``, the note above it, and one line for each want, the most urgent first."""
    ordered = sorted(rows, key=lambda row: -row.want.urgency)
    head = ["[R]", *([note.strip()] if note.strip() else [])]
    return "\n".join([*head, *(row.line for row in ordered)]) + "\n"


def as_csv(rows: Sequence[WantRow]) -> str:
    """The list as a table: English columns and the catalogue's own words, so that any tool and any language reads it."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(COLUMNS)
    for row in rows:
        want = row.want
        table.writerow(
            _safe(value)
            for value in (
                want.quantity, want.kind, want.card.name if want.card else "", row.code,
                want.product.name if want.product else want.printing.product.name if want.printing else "", want.item,
                "/".join(want.languages), "/".join(want.editions), want.condition, "/".join(want.rarities),
                "/".join(want.not_rarities), want.artwork, want.urgency, want.visibility,
                want.group.name if want.group else "", want.note,
            )
        )  # fmt: skip
    return out.getvalue()


def _safe(value: object) -> object:
    """A cell a spreadsheet would take for a formula is led by an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
