"""A printing as a row to choose, and the one select that reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, and_, func, select

from marketplace.catalogue import codes
from marketplace.catalogue.languages import LANGUAGES
from marketplace.catalogue.models import Card, Printing, Product
from marketplace.catalogue.rarities import rank

Item = TypeVar("Item")

_CHUNK = 400
_LANGUAGE_ORDER = {code: place for place, code in enumerate(LANGUAGES)}


@dataclass(frozen=True, slots=True)
class Found:
    """One printing as a row to choose: everything a person needs to tell it from its neighbours."""

    printing_id: int
    card_id: int
    passcode: int | None
    name: str
    """English name of the card."""
    product_id: int
    product: str
    code: str
    language: str
    rarity: str
    artwork: str
    custom: bool
    """Entered by the reader ("not in catalogue"); nobody else sees it."""
    reason: str = ""
    """For a number that was not found as typed: the key of why this one is offered (``near.REASONS``)."""


def chunks(items: Sequence[Item], size: int = _CHUNK) -> Iterator[Sequence[Item]]:
    """``items`` in runs of ``size``, so that no statement gets more parameters than a database takes."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def current(viewer_id: int | None) -> ColumnElement[bool]:
    """``visible`` without the printings the source no longer has."""
    return and_(visible(viewer_id), Printing.retired.is_(False))


def visible(viewer_id: int | None) -> ColumnElement[bool]:
    """The printings a reader may see: the catalogue's, and those the reader entered."""
    # An expression and not the bare column: nearly every row is NULL, and an index on it would mislead the planner.
    return func.coalesce(Printing.added_by_id, 0).in_((0, viewer_id or 0))


def code_begins(prefix: str) -> ColumnElement[bool]:
    """Printings whose folded number begins with ``prefix`` (folded): one run of the index on every database."""
    return and_(
        Printing.code_folded >= prefix,
        Printing.code_folded < _after(prefix),
        Printing.code_folded.startswith(prefix, autoescape=True),
    )


def _after(prefix: str) -> str:
    """The least text of digits and capitals that comes after all texts beginning with ``prefix`` in any collation."""
    kept = prefix.rstrip("Z")
    if not kept:
        return prefix + "ZZZZZZZZ"
    last = kept[-1]
    return kept[:-1] + ("0" if last == "?" else "A" if last == "9" else chr(ord(last) + 1))


def found_rows() -> Select[*tuple[Any, ...]]:
    """The select that ``to_found`` reads; callers add their conditions."""
    return (
        select(
            Printing.id, Printing.card_id, Card.passcode, Card.name, Printing.product_id, Product.name, Printing.code,
            Printing.language, Printing.rarity, Printing.artwork, Printing.added_by_id, Printing.retired, Printing.code_folded,
        )
        .join(Card, Card.id == Printing.card_id)
        .join(Product, Product.id == Printing.product_id)
    )  # fmt: skip


def to_found(row: Sequence[Any], reason: str = "") -> Found:
    """One row of ``found_rows`` as ``Found``."""
    return Found(
        printing_id=row[0], card_id=row[1], passcode=row[2], name=row[3], product_id=row[4], product=row[5], code=row[6],
        language=row[7], rarity=row[8], artwork=row[9], custom=row[10] is not None, reason=reason,
    )  # fmt: skip


def order(found: Found) -> tuple[Any, ...]:
    """Sorts printings as a reader scans them: catalogue first, oldest product, language, number, common to rare."""
    language = _LANGUAGE_ORDER.get(found.language, 99)
    number = codes.sort_key(found.code)
    return (found.custom, found.product_id, language, number, rank(found.rarity), found.artwork, found.printing_id)


def ordered(rows: Iterable[Sequence[Any]]) -> list[Found]:
    """Rows as ``Found``; retired printings only where nothing current is left."""
    rows = list(rows)
    current = [row for row in rows if not row[11]]
    return sorted((to_found(row) for row in current or rows), key=order)
