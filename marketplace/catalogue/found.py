"""A printing as a row to choose, and the one select that reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, and_, or_, select

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
    if viewer_id is None:
        return Printing.added_by_id.is_(None)
    return or_(Printing.added_by_id.is_(None), Printing.added_by_id == viewer_id)


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
    return Found(*row[:10], row[10] is not None, reason)


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
