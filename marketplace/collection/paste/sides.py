"""Whose goods the lines of an offer are: "me" and "you" stand before the goods or close their list. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from marketplace.collection.paste.identify import Row
from marketplace.collection.paste.reading import DERIVED, Line


def give_sides(rows: Sequence[Row], read: Sequence[Line]) -> None:
    """Spread the sides written on single lines and headings over the goods they are about.

    A side before the goods holds for the lines below it, a side after them for those above it: until a blank line,
    talk, a heading that begins another part, or the other side.
    """
    _forward(rows, read)
    _backward(rows, read)


def _forward(rows: Sequence[Row], read: Sequence[Line]) -> None:
    side = ""
    for row, line in zip(rows, read, strict=True):
        if row.heading and row.kind == "heading":
            side = row.heading.side or ("" if row.heading.starts_part else side)
            continue
        if row.kind == "card" and row.draft.side:
            side = row.draft.side if row.draft.side_place == "before" else ""
            continue
        if row.kind != "card" or (row.draft.blank_before and not _below_heading(rows, row)):
            side = ""
        elif side and line.side is None:
            line.put("side", side, DERIVED)


def _below_heading(rows: Sequence[Row], row: Row) -> bool:
    place = next(place for place, other in enumerate(rows) if other is row)
    return place > 0 and rows[place - 1].kind == "heading"


def _backward(rows: Sequence[Row], read: Sequence[Line]) -> None:
    for place, (row, line) in enumerate(zip(rows, read, strict=True)):
        if row.kind != "card" or row.draft.side_place != "after" or not row.draft.side:
            continue
        if row.draft.side == "you" and row.draft.code is not None:
            line.because("side_closes")
        above = place
        while above > 0 and not rows[above].draft.blank_before:
            above -= 1
            if rows[above].kind != "card" or rows[above].draft.side:
                break
            if read[above].side is None:
                read[above].put("side", row.draft.side, DERIVED)
