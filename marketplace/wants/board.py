"""The board's other half: what everybody looks for, searched and narrowed like the copies for trade."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import Select, and_, or_, select
from sqlalchemy.orm import Session, aliased, joinedload

from marketplace.accounts.models import User
from marketplace.catalogue import codes, lookup
from marketplace.catalogue.filters import in_set
from marketplace.catalogue.models import Card, CardName, Printing, Product
from marketplace.catalogue.name_search import find_names
from marketplace.collection.stack_filters import NOT_STATED, StackFilters
from marketplace.collection.vocabulary import condition_rank
from marketplace.wants import matching
from marketplace.wants.models import TradeProfile, Want
from marketplace.wants.profile import is_away
from marketplace.wants.visibility import wants_seen_by

SORTS = {"recent": _l("Added last"), "urgency": _l("Most urgent"), "name": _l("Name")}
PER_PAGE = 48
_MOST_NAMED = 5_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something a member looks for, and whether the reader has it for trade."""

    want: Want
    name: str
    """Of the card in the reader's language, of the set, or the item."""
    wanter_id: int
    wanter: str
    away: bool
    mine: bool
    stacks: tuple[int, ...]
    """The reader's copies for trade that would do."""


@dataclass(frozen=True, slots=True)
class WantedPage:
    rows: Sequence[Wanted]
    total: int
    page: int
    pages: int
    guessed: bool = False


def page_of_wants(
    session: Session,
    viewer_id: int,
    filters: StackFilters,
    *,
    locale: str,
    sort: str = "recent",
    page: int = 1,
    per_page: int = PER_PAGE,
) -> WantedPage:
    """Wants the viewer may see; one shown only to who has the card is there for those people only."""
    held: dict[int, list[int]] = defaultdict(list)
    for match in matching.wanted_of_all(session, viewer_id):
        held[match.want_id].append(match.stack_id)
    ids: list[int] = []
    guessed = False
    for typos in (False, True) if filters.q else (False,):
        query = _in_order(_chosen(session, viewer_id, filters, locale, typos=typos), sort, locale)
        rows = session.execute(query).all()
        ids = [row[0] for row in rows if _fits(row, filters) and (row[1] == viewer_id or row[2] == "members" or row[0] in held)]
        guessed = typos and bool(ids)
        if ids:
            break
    pages = max(1, -(-len(ids) // per_page))
    page = max(1, min(page, pages))
    shown = ids[(page - 1) * per_page : page * per_page]
    return WantedPage(_rows(session, viewer_id, shown, held, locale), len(ids), page, pages, guessed)


_COLUMNS = (
    Want.id, Want.user_id, Want.visibility, Want.languages, Want.editions, Want.condition, Want.rarities, Want.not_rarities,
)  # fmt: skip


def _chosen(session: Session, viewer_id: int, filters: StackFilters, locale: str, *, typos: bool) -> Select[*tuple[Any, ...]]:
    query: Select[*tuple[Any, ...]] = (
        select(*_COLUMNS)
        .outerjoin(Card, Card.id == Want.card_id)
        .outerjoin(Product, Product.id == Want.product_id)
        .where(wants_seen_by(viewer_id, holders=True), or_(Want.visibility != "nobody", Want.user_id == viewer_id))
    )
    if filters.q:
        query = query.where(or_(*_worded(session, viewer_id, filters.q, locale, typos=typos)))
    if filters.set:
        products = select(Printing.product_id).where(in_set(filters.set))
        query = query.where(
            or_(Want.product_id.in_(products), Want.printing_id.in_(select(Printing.id).where(in_set(filters.set))))
        )
    if filters.count:
        query = query.where(Want.kind != "item")  # What is no card has no set, language or rarity.
    if filters.kind:
        query = query.where(Card.kind.in_(filters.kind))
    if filters.card is not None:
        query = query.where(Want.card_id == filters.card)
    return query


def _worded(session: Session, viewer_id: int, typed: str, locale: str, *, typos: bool) -> list[Any]:
    hits = find_names(session, typed, _MOST_NAMED, locale=locale, viewer_id=viewer_id, typos=typos)
    ways: list[Any] = [
        Want.card_id.in_([hit.card_id for hit in hits]),
        and_(Want.item != "", Want.item.icontains(typed, autoescape=True)),
        and_(Want.note != "", Want.note.icontains(typed, autoescape=True)),
        and_(Want.kind == "set", Product.name.icontains(typed, autoescape=True)),
    ]
    number = codes.folded(typed)
    if len(number) >= 2 and (codes.looks_like_code(typed) or " " not in typed):
        numbered = select(Printing.id).where(Printing.code_folded.startswith(number, autoescape=True))
        ways.append(Want.printing_id.in_(numbered))
        ways.append(and_(Want.kind == "set", Product.prefixes.contains(f" {number} ", autoescape=True)))
    return ways


def _fits(row: Sequence[Any], filters: StackFilters) -> bool:
    """Whether a copy such as the filters say would do: a want that names no language takes any."""
    _id, _user, _visibility, languages, editions, condition, rarities, not_rarities = row
    if filters.language and languages and not set(languages) & set(filters.language):
        return False
    stated = {"" if value == NOT_STATED else value for value in filters.edition}
    if stated and editions and not set(editions) & stated:
        return False
    if filters.rarity and not {name for name in filters.rarity if not rarities or name in rarities} - set(not_rarities):
        return False
    return not filters.condition or any(_good_enough(grade, condition) for grade in filters.condition)


def _good_enough(grade: str, least: str) -> bool:
    lowest, rank = condition_rank(least), condition_rank(grade)
    return lowest is None or (rank is not None and rank <= lowest)


def _in_order(query: Select[*tuple[Any, ...]], sort: str, locale: str) -> Select[*tuple[Any, ...]]:
    if sort == "name":
        local = aliased(CardName)
        query = query.outerjoin(local, and_(local.card_id == Want.card_id, local.language == locale))
        return query.order_by(local.folded.is_(None), local.folded, Card.name, Product.name, Want.item, Want.id)
    if sort == "urgency":
        return query.order_by(Want.urgency.desc(), Want.id.desc())
    return query.order_by(Want.created_at.desc(), Want.id.desc())


def _rows(session: Session, viewer_id: int, ids: Sequence[int], held: dict[int, list[int]], locale: str) -> list[Wanted]:
    query = (
        select(Want, User.name, TradeProfile)
        .join(User, User.id == Want.user_id)
        .outerjoin(TradeProfile, TradeProfile.user_id == Want.user_id)
        .options(joinedload(Want.card), joinedload(Want.product), joinedload(Want.printing).joinedload(Printing.product))
        .where(Want.id.in_(ids))
    )
    found = {want.id: (want, name, profile) for want, name, profile in session.execute(query)} if ids else {}
    names = lookup.names(session, [want.card_id for want, _n, _p in found.values() if want.card_id], locale)
    rows = []
    for want_id in ids:
        if want_id not in found:
            continue
        want, wanter, profile = found[want_id]
        name = names.get(want.card_id or 0) or (want.product.name if want.product else "") or want.item
        away = profile is not None and is_away(profile)
        rows.append(Wanted(want, name, want.user_id, wanter, away, want.user_id == viewer_id, tuple(held.get(want_id, ()))))
    return rows
