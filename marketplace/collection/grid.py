"""The set grid: a product's numbers as an entry sheet.

A cell holds the number of copies of one printing *as the sheet's bar says* (edition, condition, place). Typing a
number sets it, so sending a sheet twice changes nothing the second time. Each cell carries the number it showed;
if the collection holds another one by now, the cell is refused instead of silently overwritten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup
from marketplace.catalogue.models import Card, Printing, Product
from marketplace.catalogue.rarities import rank
from marketplace.collection import stock
from marketplace.collection.models import Operation, Stack
from marketplace.errors import Conflict, NotFound, Refused

MOST = 999
"""Largest number a cell takes."""


@dataclass(frozen=True, slots=True)
class Like:
    """What the copies entered on a sheet are like."""

    edition: str = ""
    condition: str = ""
    place_id: int | None = None

    def copies(self, printing_id: int, language: str) -> stock.Copies:
        return stock.Copies(
            printing_id=printing_id, language=language, edition=self.edition, condition=self.condition, place_id=self.place_id
        )


@dataclass(frozen=True, slots=True)
class Row:
    """One printing of the product."""

    printing_id: int
    card_id: int
    code: str
    name: str
    rarity: str
    artwork: str
    count: int
    """Copies exactly like the sheet's bar."""
    elsewhere: int
    """Copies of this printing in other editions, conditions or places."""


@dataclass(frozen=True, slots=True)
class Sheet:
    product: Product
    language: str
    languages: tuple[str, ...]
    """Languages the product is printed in, the most numerous first."""
    rows: tuple[Row, ...]

    @property
    def owned_printings(self) -> int:
        return sum(1 for row in self.rows if row.count or row.elsewhere)

    @property
    def owned_numbers(self) -> int:
        """Distinct numbers of which any rarity is owned: "one of each card"."""
        return len({row.code for row in self.rows if row.count or row.elsewhere})

    @property
    def numbers(self) -> int:
        return len({row.code for row in self.rows})


def product_by_slug(session: Session, slug: str) -> Product:
    product = session.scalar(select(Product).where(Product.slug == slug))
    if product is None:
        raise NotFound(_l("No set has this name."))
    return product


def languages_of(session: Session, product_id: int) -> tuple[str, ...]:
    counted = session.execute(
        select(Printing.language, func.count())
        .where(Printing.product_id == product_id, Printing.added_by_id.is_(None))
        .group_by(Printing.language)
        .order_by(func.count().desc(), Printing.language)
    )
    return tuple(language for language, _count in counted)


def sheet(session: Session, user_id: int, slug: str, language: str, like: Like) -> Sheet:
    """The sheet of a product in one language; the product's most numerous language if it is not printed in that one."""
    product = product_by_slug(session, slug)
    languages = languages_of(session, product.id)
    if language not in languages:
        language = languages[0] if languages else language
    printings = session.execute(
        select(Printing, Card.name)
        .join(Card)
        .where(
            Printing.product_id == product.id,
            Printing.language == language,
            or_(Printing.added_by_id.is_(None), Printing.added_by_id == user_id),
        )
        .order_by(Printing.sort_key)
    ).all()
    names = lookup.names(session, {printing.card_id for printing, _name in printings}, language)
    counts, totals = _owned(session, user_id, [printing.id for printing, _name in printings], like)
    rows = [
        Row(
            printing.id,
            printing.card_id,
            printing.code,
            names.get(printing.card_id, name),
            printing.rarity,
            printing.artwork,
            counts.get(printing.id, 0),
            totals.get(printing.id, 0) - counts.get(printing.id, 0),
        )
        for printing, name in printings
        if not printing.retired or totals.get(printing.id)
    ]
    order = {printing.id: printing.sort_key for printing, _name in printings}
    rows.sort(key=lambda row: (order[row.printing_id], rank(row.rarity), row.artwork))
    return Sheet(product, language, languages, tuple(rows))


def _owned(session: Session, user_id: int, ids: list[int], like: Like) -> tuple[dict[int, int], dict[int, int]]:
    """Copies per printing: like the sheet's bar, and all."""
    counts: dict[int, int] = {}
    totals: dict[int, int] = {}
    for printing_id, stacks in stock.owned_by_printing(session, user_id, ids).items():
        totals[printing_id] = sum(stack.quantity for stack in stacks)
        for stack in stacks:
            if stack.merge_key == stock.merge_key(like.copies(printing_id, stack.language)):
                counts[printing_id] = counts.get(printing_id, 0) + stack.quantity
    return counts, totals


def save(
    session: Session,
    user_id: int,
    slug: str,
    language: str,
    like: Like,
    cells: Mapping[int, tuple[int, int]],
    *,
    request_key: str | None = None,
) -> Operation | None:
    """Set the cells: printing id -> (number shown, number wanted). None when nothing differs.

    Raises :class:`Refused` for a number out of range or a printing that is not of this product and language, and
    :class:`Conflict` when a cell no longer holds the number it showed.
    """
    product = product_by_slug(session, slug)
    wanted = {printing_id: pair for printing_id, pair in cells.items() if pair[0] != pair[1]}
    if not wanted:
        return None
    known = {
        printing.id: printing
        for printing in session.scalars(
            select(Printing).where(
                Printing.id.in_(wanted),
                Printing.product_id == product.id,
                Printing.language == language,
                or_(Printing.added_by_id.is_(None), Printing.added_by_id == user_id),
            )
        )
    }
    changes = []
    for printing_id, (_shown, number) in wanted.items():
        printing = known.get(printing_id)
        if printing is None:
            raise Refused(_l("One of these numbers is not of this set. Reload the page."), rule="collection.grid.other_set")
        if not 0 <= number <= MOST:
            raise Refused(
                _l("%(code)s: from 0 to %(most)s copies.", code=printing.code, most=MOST),
                rule="collection.grid.range",
                field=str(printing_id),
            )
        changes.append(stock.Change(like.copies(printing_id, language), set_to=number))
    _check_shown(session, user_id, like, language, wanted, known)
    return stock.apply_batch(
        session,
        user_id,
        changes,
        kind="grid",
        summary={"product": product.name, "cells": len(changes)},
        request_key=request_key,
    )


def _check_shown(
    session: Session,
    user_id: int,
    like: Like,
    language: str,
    wanted: Mapping[int, tuple[int, int]],
    known: Mapping[int, Printing],
) -> None:
    keys = {stock.merge_key(like.copies(printing_id, language)): printing_id for printing_id in wanted}
    held = session.scalars(
        select(Stack).where(Stack.user_id == user_id, Stack.merge_key.in_(keys)).order_by(Stack.id).with_for_update()
    )
    now = {keys[stack.merge_key]: stack.quantity for stack in held}
    for printing_id, (shown, number) in wanted.items():
        held_now = now.get(printing_id, 0)
        if held_now not in (shown, number):
            raise Conflict(
                _l(
                    "%(code)s: you have %(now)s by now, the sheet showed %(shown)s. Look again before you change it.",
                    code=known[printing_id].code,
                    now=held_now,
                    shown=shown,
                ),
                rule="collection.grid.changed",
                field=str(printing_id),
                now=held_now,
            )
