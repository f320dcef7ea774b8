"""What a file's rows would change in a collection, in one of three modes: add, set to these numbers, subtract.

The same comparison serves the preview and, anew within its transaction, the writing: what is shown is what is done.
When a file sets or subtracts, only the fields its format states are compared, so that what it cannot say (a note, a
place) is never taken for a difference; equal rows are added up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection.models import Stack
from marketplace.collection.stock import Change, Copies, merge_key
from marketplace.collection.stock_act import chunks
from marketplace.collection.stock_key import COPY_FIELDS, MOST_PER_ACT, MOST_PER_STACK, STATE_FIELDS, copies_of

Words: TypeAlias = "str | LazyString"
MODES = ("add", "set", "subtract")


@dataclass(frozen=True, slots=True)
class Entry:
    """A row that is resolved: its copies, how many, and how many for trade (None: the file does not say)."""

    row: int
    """Id the caller knows the row by."""
    copies: Copies
    quantity: int
    for_trade: int | None = None
    number: int = 0
    """Row number in the file, for messages of the stock."""


@dataclass(slots=True)
class Plan:
    """What becomes of each row (new, changed, unchanged or refused) and what is to be written."""

    states: dict[int, str] = field(default_factory=dict)
    reasons: dict[int, Words] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    added: int = 0
    removed: int = 0


@dataclass(slots=True)
class Held:
    """A stack as it is, and as the plan leaves it."""

    state: dict[str, Any]
    key: str
    quantity: int
    for_trade: int

    @property
    def lent(self) -> int:
        return int(self.state["lent"])

    @property
    def promised(self) -> int:
        return int(self.state["promised"])

    @property
    def free(self) -> int:
        """Copies at hand, as the plan leaves the stack."""
        return self.quantity - self.lent - self.promised


def compare(session: Session, user_id: int, entries: Sequence[Entry], *, mode: str, holds: frozenset[str]) -> Plan:
    """The plan for ``entries`` in ``mode``. ``holds`` names the fields of copies the file states."""
    stacks = _stacks(session, user_id, {entry.copies.printing_id for entry in entries})
    if mode == "add":
        return _add(entries, stacks)
    plan = Plan()
    for group, held in _groups(entries, stacks, holds):
        (_set if mode == "set" else _subtract)(plan, group, held)
    return plan


def _stacks(session: Session, user_id: int, printing_ids: Iterable[int]) -> list[Held]:
    """The collector's stacks of these printings, empty ones too."""
    found = []
    columns = [getattr(Stack, name) for name in STATE_FIELDS]
    for part in chunks(sorted(printing_ids)):
        query = (
            select(Stack.merge_key, *columns).where(Stack.user_id == user_id, Stack.printing_id.in_(part)).order_by(Stack.id)
        )
        for key, *values in session.execute(query):
            state = dict(zip(STATE_FIELDS, values, strict=True))
            found.append(Held(state, key, state["quantity"], state["for_trade"]))
    return found


def _note(plan: Plan, group: Iterable[Entry], state: str, reason: Words = "") -> None:
    for entry in group:
        plan.states[entry.row] = state
        if reason:
            plan.reasons[entry.row] = reason


def _total(group: Iterable[Entry]) -> int:
    return sum(entry.quantity for entry in group)


def _trade_total(group: Iterable[Entry]) -> int | None:
    """How many are for trade in all; None when no row says so."""
    stated = [entry.for_trade for entry in group if entry.for_trade is not None]
    return sum(stated) if stated else None


def _add(entries: Sequence[Entry], stacks: Iterable[Held]) -> Plan:
    plan = Plan()
    existing = {held.key: held for held in stacks}
    groups: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[merge_key(entry.copies)].append(entry)
    for key, group in groups.items():
        held = existing.get(key)
        owned = held.quantity if held else 0
        total = _total(group)
        if owned + total > MOST_PER_STACK:
            _note(plan, group, "refused", _too_many())
            continue
        if not total:
            _note(plan, group, "unchanged")
            continue
        trade = _trade_total(group)
        if trade is not None:
            trade = (held.for_trade if held else 0) + trade
            if trade and group[0].copies.proxy:
                _note(plan, group, "refused", _l("a proxy is never for trade"))
                continue
        _note(plan, [entry for entry in group if entry.quantity], "changed" if owned else "new")
        _note(plan, [entry for entry in group if not entry.quantity], "unchanged")
        plan.changes += _added(group[0], total, trade)
        plan.added += total
    return plan


def _added(entry: Entry, total: int, trade: int | None) -> list[Change]:
    """Additions, in parts where one act may not add so many at once; the last part sets the number for trade."""
    changes = []
    while total > MOST_PER_ACT:
        changes.append(Change(entry.copies, add=MOST_PER_ACT, row=entry.number))
        total -= MOST_PER_ACT
    changes.append(Change(entry.copies, add=total, for_trade=trade, row=entry.number))
    return changes


Group: TypeAlias = "list[Entry]"


def _groups(entries: Sequence[Entry], stacks: Iterable[Held], holds: frozenset[str]) -> list[tuple[Group, list[Held]]]:
    """Rows that speak of the same copies, each group with the stacks it speaks of.

    An artwork label the format does not hold still tells rows apart that carry one: a stack with a label goes to the
    rows with the same label if there are any, else to those without.
    """
    fields = sorted((holds & set(COPY_FIELDS)) - {"artwork"})
    tells_artwork = "artwork" in holds

    def key(values: Any, artwork: str) -> tuple[Any, ...]:
        return (values("printing_id"), values("language"), artwork, *(values(name) for name in fields))

    groups: dict[tuple[Any, ...], tuple[Group, list[Held]]] = {}
    for entry in entries:
        copies = entry.copies
        groups.setdefault(key(lambda name, copies=copies: getattr(copies, name), copies.artwork), ([], []))[0].append(entry)
    for held in stacks:
        if not held.quantity:
            continue
        own = held.state["artwork"]
        for artwork in (own,) if tells_artwork or not own else (own, ""):
            group = groups.get(key(held.state.get, artwork))
            if group is not None:
                group[1].append(held)
                break
    return list(groups.values())


def _in_order(group: Group, held: Iterable[Held]) -> list[Held]:
    """Stacks in the order copies are put to or taken from: the one the row describes exactly, then the largest."""
    exact = merge_key(group[0].copies)
    return sorted(held, key=lambda one: (one.key != exact, -one.quantity))


def _set(plan: Plan, group: Group, held: list[Held]) -> None:
    wanted, trade = _total(group), _trade_total(group)
    have = sum(one.quantity for one in held)
    trade_have = sum(one.for_trade for one in held)
    if wanted > MOST_PER_STACK:
        _note(plan, group, "refused", _too_many())
    elif wanted == have and trade in (None, trade_have):
        _note(plan, group, "unchanged")
    elif not held:
        if trade and group[0].copies.proxy:
            _note(plan, group, "refused", _l("a proxy is never for trade"))
            return
        _note(plan, group, "new")
        plan.changes.append(Change(group[0].copies, set_to=wanted, for_trade=trade, row=group[0].number))
        plan.added += wanted
    else:
        ordered = [replace(one) for one in _in_order(group, held)]
        if wanted > have:
            ordered[0].quantity += wanted - have
        reason = _take(ordered, have - wanted) or _set_trade(ordered, trade)
        _write(plan, group, held, ordered, reason)


def _subtract(plan: Plan, group: Group, held: list[Held]) -> None:
    wanted = _total(group)
    if not wanted:
        _note(plan, group, "unchanged")
        return
    ordered = [replace(one) for one in _in_order(group, held)]
    _write(plan, group, held, ordered, _take(ordered, wanted))


def _take(ordered: list[Held], count: int) -> Words:
    """Take copies away in order; a reason when there are not enough that are neither lent nor promised."""
    free = sum(one.free for one in ordered)
    if count > free:
        lent, promised = sum(one.lent for one in ordered), sum(one.promised for one in ordered)
        if promised and not lent:
            return _l("there are only %(free)d of these copies here, %(promised)d are promised", free=free, promised=promised)
        if promised:
            return _l(
                "there are only %(free)d of these copies here, %(lent)d are lent and %(promised)d promised",
                free=free,
                lent=lent,
                promised=promised,
            )
        if lent:
            return _l("there are only %(free)d of these copies here, %(lent)d are lent", free=free, lent=lent)
        return _l("there are only %(free)d of these copies in the collection", free=free)
    for one in ordered:
        part = max(0, min(count, one.free))
        one.quantity -= part
        one.for_trade = min(one.for_trade, one.free)
        count -= part
    return ""


def _set_trade(ordered: list[Held], trade: int | None) -> Words:
    """Spread the number for trade over the stacks; a reason when they cannot hold it."""
    if trade is None:
        return ""
    left = trade
    for one in ordered:
        one.for_trade = 0 if one.state["proxy"] else min(left, one.free)
        left -= one.for_trade
    return _l("more copies are for trade than there are free ones") if left else ""


def _write(plan: Plan, group: Group, before: Sequence[Held], after: Sequence[Held], reason: Words) -> None:
    if reason:
        _note(plan, group, "refused", reason)
        return
    _note(plan, group, "changed")
    was = {one.key: one for one in before}
    for one in after:
        old = was[one.key]
        if (old.quantity, old.for_trade) == (one.quantity, one.for_trade):
            continue
        plan.changes.append(Change(copies_of(one.state), set_to=one.quantity, for_trade=one.for_trade, row=group[0].number))
        plan.added += max(0, one.quantity - old.quantity)
        plan.removed += max(0, old.quantity - one.quantity)


def _too_many() -> LazyString:
    return _l("a stack holds at most %(most)d copies", most=MOST_PER_STACK)
