"""The collection list: one page of stacks in order, the totals of what is filtered, and what the filters may offer.

Every page takes the same small number of queries however large the collection is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Select, and_, case, func, select
from sqlalchemy.orm import Session, aliased, contains_eager, joinedload
from sqlalchemy.pool import Pool

from marketplace.catalogue.models import Card, CardName, Printing, Product
from marketplace.catalogue.name_search import find_names
from marketplace.catalogue.vocabulary import RARITIES
from marketplace.collection.models import Operation, Photo, Place, Promise, Stack
from marketplace.collection.promises import promised_of
from marketplace.collection.stack_filters import StackFilters, conditions

SORTS = ("recent", "name", "number", "rarity", "quantity", "trade", "condition", "place")
PAGE_SIZES = (50, 100)
_DOWNWARDS = {"recent", "rarity", "quantity", "trade"}
"""Orders whose first reading is from high to low."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list."""

    stack: Stack
    name: str
    photos: int
    promises: Sequence[Promise] = ()
    """To whom copies are promised."""

    @property
    def mismatch(self) -> bool:
        """Whether the copies are of another language than their number says."""
        return self.stack.language != self.stack.printing.language


class Totals(NamedTuple):
    """Figures of everything that is filtered, not only of the page shown."""

    stacks: int
    copies: int
    for_trade: int
    cards: int


@dataclass(frozen=True, slots=True)
class StackPage:
    """One page of the list. ``guessed`` says that nothing is called as typed, and names near it are shown instead."""

    rows: Sequence[Row]
    totals: Totals
    page: int
    pages: int
    guessed: bool


@dataclass(frozen=True, slots=True)
class Facets:
    """What a collection holds, for the choices of the filters: value -> number of stacks."""

    languages: dict[str, int]
    rarities: dict[str, int]
    editions: dict[str, int]
    conditions: dict[str, int]
    kinds: dict[str, int]
    places: dict[int | None, int]
    products: list[tuple[str, str, int]]
    """(slug, name, stacks), by name."""
    totals: Totals
    """Of the whole collection."""


def first_direction(sort: str) -> str:
    """The direction a sort starts with: "asc" or "desc"."""
    return "desc" if sort in _DOWNWARDS else "asc"


def page_of_stacks(
    session: Session,
    user_id: int,
    filters: StackFilters,
    *,
    locale: str,
    sort: str = "recent",
    direction: str = "",
    page: int = 1,
    per_page: int = 50,
) -> StackPage:
    """One page of the list; a page past the end gives the last one."""
    if filters.q:
        return _searched_page(session, user_id, filters, locale, sort, direction, page, per_page)
    totals = _totals(session, user_id, filters, []) if filters else facets(session, user_id).totals
    pages = max(1, -(-totals.stacks // per_page))
    page = max(1, min(page, pages))
    if not totals.stacks:
        return StackPage([], totals, 1, 1, False)
    ids = _in_order(_chosen(user_id, filters, []), sort, direction, locale).limit(per_page).offset((page - 1) * per_page)
    return StackPage(_rows(session, list(session.scalars(ids)), locale), totals, page, pages, False)


def _searched_page(
    session: Session,
    user_id: int,
    filters: StackFilters,
    locale: str,
    sort: str,
    direction: str,
    page: int,
    per_page: int,
) -> StackPage:
    """A page of what a search finds. Its words are compared once: totals and page come from one pass over the stacks."""
    found: Sequence[Any] = []
    guessed = False
    for typos in (False, True):
        named = _named(session, user_id, filters, locale, typos=typos)
        if typos and not named:
            break
        query = _in_order(_chosen(user_id, filters, named), sort, direction, locale)
        columns = (Stack.id, Stack.quantity, Stack.for_trade, Printing.card_id)
        found = session.execute(query.with_only_columns(*columns)).all()
        guessed = typos and bool(found)
        if found:
            break
    totals = Totals(len(found), sum(row[1] for row in found), sum(row[2] for row in found), len({row[3] for row in found}))
    pages = max(1, -(-totals.stacks // per_page))
    page = max(1, min(page, pages))
    shown = [row[0] for row in found[(page - 1) * per_page : page * per_page]]
    return StackPage(_rows(session, shown, locale), totals, page, pages, guessed)


def ids_of(
    session: Session, user_id: int, filters: StackFilters, *, locale: str, sort: str = "recent", direction: str = ""
) -> list[int]:
    """The ids of every stack that is filtered, in the order of the list."""
    for typos in (False, True):
        named = _named(session, user_id, filters, locale, typos=typos)
        found = list(session.scalars(_in_order(_chosen(user_id, filters, named), sort, direction, locale)))
        if found or not filters.q:
            return found
    return []


def rows_of(session: Session, stack_ids: Sequence[int], locale: str) -> list[Row]:
    """Lines for these stacks, in their order."""
    return _rows(session, stack_ids, locale)


def _named(session: Session, user_id: int, filters: StackFilters, locale: str, *, typos: bool = False) -> list[int]:
    """The cards whose name matches the search words; with ``typos`` the few whose names are near them."""
    if not filters.q:
        return []
    hits = find_names(session, filters.q, 50 if typos else None, locale=locale, viewer_id=user_id, typos=typos)
    return [hit.card_id for hit in hits]


def _chosen(user_id: int, filters: StackFilters, named: list[int]) -> Select[int]:
    query = select(Stack.id).join(Printing, Printing.id == Stack.printing_id).join(Card, Card.id == Printing.card_id)
    return query.where(Stack.user_id == user_id, Stack.quantity > 0, *conditions(filters, named))


def _totals(session: Session, user_id: int, filters: StackFilters, named: list[int]) -> Totals:
    query = _chosen(user_id, filters, named).with_only_columns(
        func.count(),
        func.coalesce(func.sum(Stack.quantity), 0),
        func.coalesce(func.sum(Stack.for_trade), 0),
        func.count(func.distinct(Printing.card_id)),
    )
    return Totals(*map(int, session.execute(query).one()))


def _in_order(query: Select[int], sort: str, direction: str, locale: str) -> Select[int]:
    if sort not in SORTS:
        sort = "recent"
    columns: list[Any]
    if sort == "name":
        local = aliased(CardName)
        query = query.outerjoin(local, and_(local.card_id == Card.id, local.language == locale))
        columns = [func.coalesce(local.folded, func.lower(Card.name))]
    elif sort == "number":
        columns = [Printing.sort_key]
    elif sort == "rarity":
        columns = [case({name: rarity.rank for name, rarity in RARITIES.items()}, value=Printing.rarity, else_=0)]
    elif sort == "quantity":
        columns = [Stack.quantity]
    elif sort == "trade":
        columns = [Stack.for_trade]
    elif sort == "condition":
        ranks = {"MT": 1, "NM": 2, "EX": 3, "GD": 4, "LP": 5, "PL": 6, "PO": 7}
        columns = [case(ranks, value=Stack.condition, else_=8)]
    elif sort == "place":
        query = query.outerjoin(Place, Place.id == Stack.place_id)
        nowhere = case((Stack.place_id.is_(None), 1), else_=0)
        columns = [nowhere, Place.position, Place.id, func.coalesce(Stack.page, 0), func.coalesce(Stack.slot, 0)]
    else:
        columns = [Stack.updated_at]
    if (direction or first_direction(sort)) == "desc":
        return query.order_by(*(column.desc() for column in columns), Stack.id.desc())
    return query.order_by(*columns, Stack.id)


def _rows(session: Session, stack_ids: Sequence[int], locale: str) -> list[Row]:
    if not stack_ids:
        return []
    local = aliased(CardName)
    photos = select(func.count()).where(Photo.stack_id == Stack.id, Photo.deleted_at.is_(None)).scalar_subquery()
    query = (
        select(Stack, local.name, photos)
        .join(Stack.printing)
        .join(Printing.card)
        .join(Printing.product)
        .outerjoin(local, and_(local.card_id == Card.id, local.language == locale))
        .options(
            contains_eager(Stack.printing).contains_eager(Printing.card),
            contains_eager(Stack.printing).contains_eager(Printing.product),
            joinedload(Stack.place),
        )
        .where(Stack.id.in_(stack_ids))
    )
    rows = [(stack, name or stack.printing.card.name, number) for stack, name, number in session.execute(query)]
    promised = promised_of(session, ids) if (ids := [stack.id for stack, *_rest in rows if stack.promised]) else {}
    found = {stack.id: Row(stack, name, number, promised.get(stack.id, ())) for stack, name, number in rows}
    return [found[stack_id] for stack_id in stack_ids if stack_id in found]


_facets: WeakKeyDictionary[Pool, dict[int, tuple[Any, Facets]]] = WeakKeyDictionary()
"""Kept per pool of connections, so that another database, or a restored one, never sees this one's."""
_MOST_KEPT = 200


def facets(session: Session, user_id: int) -> Facets:
    """What the collection holds. Kept in memory until its next operation: every change of stock is one."""
    query = select(func.max(Operation.id), func.max(Operation.created_at)).where(Operation.user_id == user_id)
    mark = tuple(session.execute(query).one())
    bind = session.get_bind()
    memory = _facets.setdefault((bind.engine if isinstance(bind, Connection) else bind).pool, {})
    kept = memory.get(user_id)
    if kept is not None and kept[0] == mark:
        return kept[1]
    found = _read_facets(session, user_id)
    if len(memory) >= _MOST_KEPT:
        memory.pop(next(iter(memory)), None)
    memory[user_id] = (mark, found)
    return found


def _read_facets(session: Session, user_id: int) -> Facets:
    # One pass with everything that is counted; the groups are then added up in memory.
    columns = (Printing.product_id, Printing.rarity, Stack.language, Stack.edition, Stack.condition, Card.kind, Stack.place_id)
    query = _chosen(user_id, StackFilters(), []).with_only_columns(*columns, func.count()).group_by(*columns)
    tallies: list[dict[Any, int]] = [{} for _column in columns]
    for *values, number in session.execute(query):
        for tally, value in zip(tallies, values, strict=True):
            tally[value] = tally.get(value, 0) + number
    products, rarities, languages, editions, grades, kinds, places = tallies
    named = session.execute(select(Product.id, Product.slug, Product.name).where(Product.id.in_(list(products))))
    return Facets(
        languages=languages,
        rarities=rarities,
        editions=editions,
        conditions=grades,
        kinds=kinds,
        places=places,
        products=sorted(((slug, name, products[number]) for number, slug, name in named), key=lambda one: one[1].casefold()),
        totals=_totals(session, user_id, StackFilters(), []),
    )
