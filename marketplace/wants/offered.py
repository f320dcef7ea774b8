"""Copies for trade, of one member or of everybody: searched, narrowed, in order, page by page.

A page takes the same few statements however many copies there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import Select, and_, case, func, select
from sqlalchemy.orm import Session, aliased

from marketplace.accounts.models import User
from marketplace.catalogue.models import Card, CardName, Printing
from marketplace.catalogue.name_search import find_names
from marketplace.catalogue.vocabulary import RARITIES
from marketplace.collection.models import Stack
from marketplace.collection.stack_filters import StackFilters
from marketplace.db import now
from marketplace.wants.board_filters import conditions
from marketplace.wants.models import TradeProfile
from marketplace.wants.shown_copies import Copy, describe
from marketplace.wants.visible_people import shows_lists

SORTS = {
    "recent": _l("Changed last"),
    "name": _l("Name"),
    "number": _l("Set number"),
    "rarity": _l("Rarity"),
    "condition": _l("Condition"),
}
PER_PAGE = 48
_MOST_NAMED = 5_000


@dataclass(frozen=True, slots=True)
class Offered:
    """Copies for trade and whose they are."""

    copy: Copy
    owner_id: int
    owner: str
    away: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class OfferedPage:
    """One page. ``guessed``: nothing is called as typed, and what comes near is shown instead."""

    rows: Sequence[Offered]
    stacks: int
    copies: int
    page: int
    pages: int
    guessed: bool = False


def page_of_offers(
    session: Session,
    viewer_id: int,
    filters: StackFilters,
    *,
    locale: str,
    owner_id: int | None = None,
    sort: str = "recent",
    page: int = 1,
    per_page: int = PER_PAGE,
) -> OfferedPage:
    """Copies for trade the viewer may see, of one member with ``owner_id``; a page past the end gives the last one."""
    stacks = copies = 0
    guessed = False
    named: list[int] = []
    for typos in (False, True) if filters.q else (False,):
        named = _named(session, viewer_id, filters.q, locale, typos=typos)
        query = _chosen(viewer_id, owner_id, filters, named)
        counted = query.with_only_columns(func.count(), func.coalesce(func.sum(Stack.for_trade), 0))
        stacks, copies = map(int, session.execute(counted).one())
        guessed = typos and stacks > 0
        if stacks:
            break
    pages = max(1, -(-stacks // per_page))
    page = max(1, min(page, pages))
    if not stacks:
        return OfferedPage([], 0, 0, 1, 1)
    ordered = _in_order(_chosen(viewer_id, owner_id, filters, named), sort, locale, joined=_needs_card(filters))
    ids = list(session.scalars(ordered.limit(per_page).offset((page - 1) * per_page)))
    return OfferedPage(_rows(session, viewer_id, ids, locale), stacks, copies, page, pages, guessed)


def _named(session: Session, viewer_id: int, typed: str, locale: str, *, typos: bool) -> list[int]:
    if not typed:
        return []
    hits = find_names(session, typed, _MOST_NAMED, locale=locale, viewer_id=viewer_id, typos=typos)
    return [hit.card_id for hit in hits]


def _needs_card(filters: StackFilters) -> bool:
    return bool(filters)


def _chosen(viewer_id: int, owner_id: int | None, filters: StackFilters, named: list[int]) -> Select[Any]:
    query = select(Stack.id).where(Stack.for_trade > 0, Stack.proxy.is_(False))
    if owner_id is not None:
        query = query.where(Stack.user_id == owner_id)
    else:
        query = query.where(Stack.user_id.in_(select(User.id).where(shows_lists(viewer_id))))
    if _needs_card(filters):
        query = query.join(Printing, Printing.id == Stack.printing_id).join(Card, Card.id == Printing.card_id)
        query = query.where(*conditions(filters, named))
    return query


def _in_order(query: Select[Any], sort: str, locale: str, *, joined: bool) -> Select[Any]:
    if sort in ("name", "number", "rarity") and not joined:
        query = query.join(Printing, Printing.id == Stack.printing_id).join(Card, Card.id == Printing.card_id)
    if sort == "name":
        local = aliased(CardName)
        query = query.outerjoin(local, and_(local.card_id == Card.id, local.language == locale))
        return query.order_by(func.coalesce(local.folded, func.lower(Card.name)), Stack.id)
    if sort == "number":
        return query.order_by(Printing.sort_key, Printing.language, Stack.id)
    if sort == "rarity":
        ranks = case({name: rarity.rank for name, rarity in RARITIES.items()}, value=Printing.rarity, else_=0)
        return query.order_by(ranks.desc(), Printing.sort_key, Stack.id)
    if sort == "condition":
        grades = {"MT": 1, "NM": 2, "EX": 3, "GD": 4, "LP": 5, "PL": 6, "PO": 7}
        return query.order_by(case(grades, value=Stack.condition, else_=8), Stack.id)
    return query.order_by(Stack.updated_at.desc(), Stack.id.desc())


def _rows(session: Session, viewer_id: int, ids: Sequence[int], locale: str) -> list[Offered]:
    copies = describe(session, ids, locale)
    owners = {copy.owner_id for copy in copies.values()}
    query = select(User.id, User.name, TradeProfile.away_until).outerjoin(TradeProfile, TradeProfile.user_id == User.id)
    moment = now()
    people = {
        user_id: (name, until is not None and until > moment)
        for user_id, name, until in session.execute(query.where(User.id.in_(owners)))
    }
    return [
        Offered(copies[one], copies[one].owner_id, *people[copies[one].owner_id], copies[one].owner_id == viewer_id)
        for one in ids
        if one in copies
    ]
