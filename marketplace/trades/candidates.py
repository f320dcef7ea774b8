"""Copies one may put into an offer: those of one binder, searched and in the order of their interest."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, case, func, or_, select
from sqlalchemy.orm import Session

from marketplace.catalogue import codes
from marketplace.catalogue.filters import in_set
from marketplace.catalogue.models import Card, CardAlias, Printing
from marketplace.catalogue.name_search import find_names
from marketplace.catalogue.vocabulary import RARITIES
from marketplace.collection.models import Stack
from marketplace.collection.vocabulary import CONDITIONS
from marketplace.wants import shown_copies
from marketplace.wants.shown_copies import Copy

PER_PAGE = 8
_MOST_FIRST = 400
"""Wanted stacks that are put first; more of them stand where their names put them."""


@dataclass(frozen=True, slots=True)
class Search:
    """What one side of the composer is narrowed to."""

    q: str = ""
    set: str = ""
    language: str = ""
    rarity: str = ""
    condition: str = ""
    """Lowest grade that will do."""
    only: str = ""
    page: int = 1

    @property
    def count(self) -> int:
        return sum(bool(value) for value in (self.set, self.language, self.rarity, self.condition, self.only))


@dataclass(frozen=True, slots=True)
class Candidate:
    """Copies that may be put into the offer."""

    copy: Copy
    at_hand: int
    """Copies that may be offered: of one's own, all that are neither lent nor promised; of somebody else's, those for trade."""
    for_trade: int
    wanted: int = 0
    """How many of them the receiver looks for."""


@dataclass(frozen=True, slots=True)
class Found:
    """One page of candidates."""

    rows: Sequence[Candidate]
    total: int
    page: int
    pages: int
    guessed: bool = False
    """Nothing is called as typed: names near it are shown."""


def at_hand(own: bool) -> ColumnElement[int]:
    """How many copies of a stack can be offered, by its owner or by somebody else."""
    free: ColumnElement[int] = Stack.quantity - Stack.lent - Stack.promised
    marked: ColumnElement[int] = Stack.for_trade + 0
    return free if own else marked


def find(
    session: Session,
    owner_id: int,
    search: Search,
    *,
    own: bool,
    wanted: Mapping[int, int],
    locale: str,
    first: Collection[int] = (),
) -> Found:
    """A page of the owner's copies: ``first`` (stacks ticked already) whatever is searched, then what ``wanted`` (stack ->
    copies the receiver looks for) names, then what is for trade, then by name. A page past the end gives the last one.
    """
    named: list[int] = []
    guessed = False
    total = 0
    for typos in (False, True):
        if search.q:
            hits = find_names(session, search.q, 50 if typos else None, locale=locale, viewer_id=owner_id, typos=typos)
            named = [hit.card_id for hit in hits]
        chosen = [*_conditions(owner_id, search, named, own=own, wanted=wanted)]
        count = select(func.count()).select_from(Stack).join(Stack.printing).join(Printing.card).where(*chosen)
        total = session.scalar(count) or 0
        guessed = typos
        if total or not search.q:
            break
    pages = max(1, -(-total // PER_PAGE))
    page = max(1, min(search.page, pages))
    ids = list(first)
    if total:
        preferred = sorted(wanted)[:_MOST_FIRST]
        order = [case((Stack.id.in_(preferred), 0), else_=1)] if preferred else []
        order.append(case((Stack.for_trade > 0, 0), else_=1))
        query = select(Stack.id).join(Stack.printing).join(Printing.card).where(*chosen)
        query = query.order_by(*order, Card.name, Printing.sort_key, Stack.id).limit(PER_PAGE).offset((page - 1) * PER_PAGE)
        ids += [stack_id for stack_id in session.scalars(query) if stack_id not in first]
    found = by_ids(session, owner_id, ids, own=own, wanted=wanted, locale=locale)
    rows = [found[stack_id] for stack_id in ids if stack_id in found]
    return Found(rows, total, page, pages, guessed and bool(total) and bool(search.q))


def by_ids(
    session: Session, owner_id: int, stack_ids: Collection[int], *, own: bool, wanted: Mapping[int, int], locale: str
) -> dict[int, Candidate]:
    """The owner's stacks of these ids, also those with no copy at hand; others' are left out."""
    if not stack_ids:
        return {}
    query = select(Stack.id, at_hand(own), Stack.for_trade, Stack.proxy)
    query = query.where(Stack.id.in_(set(stack_ids)), Stack.user_id == owner_id)
    counts = {row[0]: row for row in session.execute(query)}
    copies = shown_copies.describe(session, counts, locale)
    return {
        stack_id: Candidate(
            copies[stack_id], 0 if row[3] else max(0, int(row[1])), int(row[2]), wanted.get(stack_id, 0)
        )
        for stack_id, row in counts.items()
        if stack_id in copies
    }  # fmt: skip


def free_of(session: Session, stack_ids: Collection[int]) -> dict[int, int]:
    """Copies of each stack that are neither lent nor promised; none of a stand-in."""
    query = select(Stack.id, at_hand(True), Stack.proxy).where(Stack.id.in_(set(stack_ids)))
    return {stack_id: 0 if proxy else max(0, int(free)) for stack_id, free, proxy in session.execute(query)}


def _conditions(
    owner_id: int, search: Search, named: list[int], *, own: bool, wanted: Mapping[int, int]
) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [Stack.user_id == owner_id, Stack.proxy.is_(False), at_hand(own) > 0]
    if search.q:
        ways: list[ColumnElement[bool]] = [Printing.card_id.in_(named)]
        number = codes.folded(search.q)
        if len(number) >= 2 and (codes.looks_like_code(search.q) or " " not in search.q):
            ways.append(Printing.code_folded.startswith(number, autoescape=True))
        if search.q.isascii() and search.q.isdigit() and len(search.q) <= 9:
            other = select(CardAlias.card_id).where(CardAlias.passcode == int(search.q))
            ways += [Card.passcode == int(search.q), Printing.card_id.in_(other)]
        found.append(or_(*ways))
    if search.set:
        found.append(in_set(search.set))
    if search.language:
        found.append(Stack.language == search.language)
    if search.rarity in RARITIES:
        found.append(Printing.rarity == search.rarity)
    if search.condition in CONDITIONS:
        grades = list(CONDITIONS)
        found.append(Stack.condition.in_(grades[: grades.index(search.condition) + 1]))
    if search.only == "trade":
        found.append(Stack.for_trade > 0)
    elif search.only == "wanted":
        found.append(Stack.id.in_(sorted(wanted)[:5000]))
    return found
