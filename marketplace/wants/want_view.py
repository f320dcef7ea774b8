"""A want list as its page shows it: filtered, in order, in sections, with who has what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from marketplace.accounts.models import User
from marketplace.catalogue import lookup
from marketplace.catalogue.folding import fold
from marketplace.wants import matching
from marketplace.wants.models import Want
from marketplace.wants.want_words import line_of, particulars_of
from marketplace.wants.wishes import LISTS, Wish

SECTIONS = {"urgency": _l("Urgency"), "group": _l("Group"), "deck": _l("Deck"), "none": _l("One list")}
SORTS = {"name": _l("Name"), "newest": _l("Newest"), "people": _l("Most people have it"), "quantity": _l("Number")}
URGENCIES = {3: _l("Urgent"), 2: _l("Wanted"), 1: _l("Whenever it turns up")}
VISIBILITY_WORDS = {
    "members": _l("every member"),
    "holders": _l("only people who have it for trade"),
    "nobody": _l("nobody but me"),
}
KINDS = {"card": _l("Any printing"), "printing": _l("One printing"), "set": _l("Whole set"), "item": _l("No card")}

DeckNames = Callable[[Session, int], dict[int, str]]
_deck_names: list[DeckNames] = []


def names_decks(function: DeckNames) -> DeckNames:
    """Register ``function(session, user_id)``: the names of a player's decks by id."""
    _deck_names.append(function)
    return function


def deck_names(session: Session, user_id: int) -> dict[int, str]:
    """The player's decks by id."""
    found: dict[int, str] = {}
    for function in _deck_names:
        found.update(function(session, user_id))
    return found


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who has what is wanted for trade."""

    user_id: int
    name: str
    copies: int
    stacks: tuple[tuple[int, int], ...]
    """Stack and copies, as composing a trade takes them."""

    @property
    def basket(self) -> str:
        return ",".join(f"{stack_id}:{number}" for stack_id, number in self.stacks)


@dataclass(frozen=True, slots=True)
class WantRow:
    """One want with everything its row shows."""

    want: Want
    name: str
    """Of the card in the reader's language, of the set, or the item."""
    particulars: list[str]
    holders: list[Holder]
    line: str

    @property
    def code(self) -> str:
        return self.want.printing.code if self.want.printing else ""


@dataclass(frozen=True, slots=True)
class Section:
    """Wants under one heading."""

    key: str
    title: str
    rows: Sequence[WantRow]
    group_id: int | None = None


@dataclass(frozen=True, slots=True)
class ListFilters:
    """What of the list is shown."""

    text: str = ""
    urgency: int = 0
    kind: str = ""
    available: bool = False
    group_id: int = 0
    deck_id: int = 0

    @property
    def count(self) -> int:
        return sum(bool(getattr(self, field.name)) for field in fields(self))


def wish_of(want: Want) -> Wish:
    """A stored want as a wish."""
    values: dict[str, Any] = {field.name: getattr(want, field.name) for field in fields(Wish)}
    return Wish(**values | {name: tuple(values[name]) for name in LISTS})


def rows_of(session: Session, user_id: int, locale: str, *, matches: bool = True) -> list[WantRow]:
    """Every want of a list; with ``matches`` also who has it: a fixed number of statements."""
    query = (
        select(Want)
        .where(Want.user_id == user_id)
        .options(joinedload(Want.card), joinedload(Want.printing), joinedload(Want.product), joinedload(Want.group))
    )
    wants = list(session.scalars(query))
    names = lookup.names(session, {want.card_id for want in wants if want.card_id}, locale)
    holders = _holders(session, user_id) if matches and wants else {}
    rows = []
    for want in wants:
        name = want.item
        if want.card_id:
            name = names.get(want.card_id, "")
        elif want.product:
            name = want.product.name
        wish = wish_of(want)
        particulars = particulars_of(wish, locale)
        if want.kind == "card" and want.product:
            particulars.insert(0, want.product.name)
        if want.artwork:
            particulars.append(want.artwork)
        prefix = want.product.prefixes.split()[0] if want.kind == "card" and want.product and want.product.prefixes else ""
        line = line_of(wish, name, want.printing.code if want.printing else "", locale, written_code=prefix)
        rows.append(WantRow(want, name, particulars, holders.get(want.id, []), line))
    return rows


def _holders(session: Session, user_id: int) -> dict[int, list[Holder]]:
    stacks: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for match in matching.haves_for_all(session, user_id):
        stacks[match.want_id, match.owner_id].append((match.stack_id, match.quantity))
    owners = sorted({owner for _want, owner in stacks})
    names: dict[int, str] = {}
    for start in range(0, len(owners), 400):
        part = select(User.id, User.name).where(User.id.in_(owners[start : start + 400]))
        names |= {row[0]: row[1] for row in session.execute(part)}
    found: dict[int, list[Holder]] = defaultdict(list)
    for (want_id, owner), some in stacks.items():
        found[want_id].append(Holder(owner, names[owner], sum(number for _stack, number in some), tuple(some[:20])))
    for holders in found.values():
        holders.sort(key=lambda holder: (-holder.copies, holder.name.casefold()))
    return found


def chosen(rows: Sequence[WantRow], filters: ListFilters) -> list[WantRow]:
    """The rows the filters leave."""
    words = fold(filters.text).split()

    def fits(row: WantRow) -> bool:
        want = row.want
        said = fold(f"{row.name} {row.code} {want.note} {want.card.name if want.card else ''} {' '.join(row.particulars)}")
        return (
            all(word in said for word in words)
            and filters.urgency in (0, want.urgency)
            and filters.kind in ("", want.kind)
            and (not filters.available or bool(row.holders))
            and filters.group_id in (0, want.group_id)
            and filters.deck_id in (0, want.deck_id)
        )

    return [row for row in rows if fits(row)]


def in_order(rows: Sequence[WantRow], sort: str) -> list[WantRow]:
    """The rows in an order of ``SORTS``; those equal in it by name."""
    by_name = sorted(rows, key=lambda row: (fold(row.name), row.want.id))
    keys: dict[str, Callable[[WantRow], Any]] = {
        "newest": lambda row: -row.want.id,
        "people": lambda row: -len(row.holders),
        "quantity": lambda row: -row.want.quantity,
    }
    return sorted(by_name, key=keys[sort]) if sort in keys else by_name


def sections_of(rows: Sequence[WantRow], by: str, decks: dict[int, str]) -> list[Section]:
    """The rows under headings of ``SECTIONS``."""
    if by == "none":
        return [Section("all", "", rows)] if rows else []
    parts: dict[Any, list[WantRow]] = defaultdict(list)
    for row in rows:
        parts[row.want.urgency if by == "urgency" else row.want.group_id if by == "group" else row.want.deck_id].append(row)
    if by == "urgency":
        return [Section(f"urgency-{key}", str(words), parts[key]) for key, words in URGENCIES.items() if key in parts]
    titles: dict[int | None, str] = {None: _("No group") if by == "group" else _("No deck")}
    for row in rows:
        if by == "group" and row.want.group:
            titles[row.want.group_id] = row.want.group.name
        elif by == "deck" and row.want.deck_id:
            titles[row.want.deck_id] = decks.get(row.want.deck_id, _("a deleted deck"))
    known = sorted((key for key in parts if key), key=lambda key: titles[key].casefold())
    order = [*known, *([None] if None in parts else [])]
    return [Section(f"{by}-{key or 0}", titles[key], parts[key], key if by == "group" else None) for key in order]
