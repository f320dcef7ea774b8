"""The stock of a collection: everything that may happen to copies.

This is the only door to stacks, operations, journal and loans, beside ``promises`` and ``handing_over``, which serve
agreements between collectors. Each verb is one act: it locks what it touches,
checks that everything belongs to the collector (NotFound otherwise), writes one ``Operation`` with the state of
each stack before and after, and the lines of the journal. It flushes and never commits; a call that raises leaves
nothing behind once the transaction is rolled back. A ``request_key`` makes an act happen once: the same key finds the first
operation (``was_repeated`` tells).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy.orm import Session

from marketplace.collection.handing_over import exchange
from marketplace.collection.loans import lend, take_back
from marketplace.collection.models import Operation
from marketplace.collection.queries import existing, owned_by_printing
from marketplace.collection.stock_act import Act
from marketplace.collection.stock_bulk import apply_batch
from marketplace.collection.stock_check import check_copies, check_money, per_act, version_matches, whole_number
from marketplace.collection.stock_held import held_back, promised_away, refuse_unless_there
from marketplace.collection.stock_key import (
    COPY_FIELDS,
    MOST_PER_STACK,
    Change,
    Copies,
    State,
    copies_of,
    differences,
    merge_key,
    snapshot,
    state_of,
)
from marketplace.collection.stock_move import move
from marketplace.collection.stock_undo import undo
from marketplace.collection.stock_write import Draft
from marketplace.errors import Refused

__all__ = [
    "REASONS", "Change", "Copies", "add", "apply_batch", "bulk_edit", "edit", "exchange", "existing", "lend", "merge_key", "move",
    "owned_by_printing", "remove", "remove_many", "set_quantities", "take_back", "undo", "was_repeated",
]  # fmt: skip

REASONS = ("sold", "given", "lost", "removed")
"""Why copies leave the collection; the names are those of the journal."""


def was_repeated(session: Session, operation: Operation) -> bool:
    """Whether a verb returned an earlier operation because its form had been sent before."""
    return operation.id in session.info.get("repeated_operations", ())


def add(
    session: Session,
    user_id: int,
    entries: Sequence[tuple[Copies, int, int]],
    *,
    kind: str = "add",
    request_key: str | None = None,
    summary: Mapping[str, Any] | None = None,
) -> Operation:
    """Add copies: (what they are, how many, how many of them for trade) each. Equal copies join one stack."""
    act = Act(session, user_id, kind, request_key=request_key, summary=summary)
    if act.repeated:
        return act.repeated
    if not entries:
        raise Refused(_("There is nothing to add."), rule="collection.add.nothing")
    check_copies(session, user_id, [copies for copies, _quantity, _trade in entries], places=act.places())
    states = [state_of(copies) for copies, _quantity, _trade in entries]
    act.take_keys(merge_key(copies) for copies, _quantity, _trade in entries)
    line = "imported" if kind in ("import", "paste") else "added"
    for state, (copies, quantity, for_trade) in zip(states, entries, strict=True):
        per_act(quantity)
        _trade_fits(for_trade, quantity, proxy=copies.proxy)
        draft = act.find_or_make(state)
        act.put(draft, quantity, for_trade)
        act.say(
            draft, line, quantity, to_place=copies.place_id, price=state["price_paid"], details={"to": act.spot(draft.position)}
        )
    act.summary.setdefault("copies", sum(quantity for _copies, quantity, _trade in entries))
    return act.write()


def edit(
    session: Session,
    user_id: int,
    stack_id: int,
    version: int | None,
    changes: Mapping[str, Any],
    *,
    quantity: int | None = None,
    request_key: str | None = None,
) -> Operation:
    """Change what copies of a stack are: all of them, or only ``quantity`` of them, which splits the stack.

    ``changes`` maps fields of ``Copies``, and ``for_trade`` (of the copies concerned), to new values. Copies that
    become equal to others join them. ``version`` is the one the reader saw (Conflict if it has changed since).
    """
    act = Act(session, user_id, "edit", request_key=request_key)
    if act.repeated:
        return act.repeated
    draft = act.take_one(stack_id)
    version_matches(draft, version)
    if draft.quantity == 0:
        raise Refused(_("No copies of this stack are left."), rule="collection.stack.empty")
    count = draft.quantity if quantity is None else whole_number(quantity, 1, draft.quantity)
    _revise(act, draft, count, changes)
    if not act.changed():
        raise Refused(_("Nothing was changed."), rule="collection.nothing_changed")
    act.summary["copies"] = count
    return act.write()


def bulk_edit(
    session: Session, user_id: int, stack_ids: Sequence[int], changes: Mapping[str, Any], *, request_key: str | None = None
) -> Operation:
    """The same change to all copies of many stacks.

    ``for_trade`` may be ``"all"``, ``"none"``, or a number: that many of each stack are kept, the others are for trade.
    """
    act = Act(session, user_id, "bulk", request_key=request_key)
    if act.repeated:
        return act.repeated
    drafts = act.take(stack_ids)
    fields = {name: value for name, value in changes.items() if name != "for_trade"}
    act.take_keys(_keys_after(drafts.values(), fields))
    copies = 0
    for stack_id in dict.fromkeys(stack_ids):
        draft = drafts[stack_id]
        if not draft.quantity:
            continue
        copies += draft.quantity
        wanted = dict(fields)
        if "for_trade" in changes:
            most = 0 if fields.get("proxy", draft.state["proxy"]) else draft.free
            kept = {"all": 0, "none": most}.get(changes["for_trade"], changes["for_trade"])
            wanted["for_trade"] = max(most - kept, 0)
        _revise(act, draft, draft.quantity, wanted)
    if not act.changed():
        raise Refused(_("Nothing was changed."), rule="collection.nothing_changed")
    act.summary["copies"] = copies
    return act.write()


def remove(
    session: Session,
    user_id: int,
    stack_id: int,
    quantity: int,
    reason: str,
    counterpart: str = "",
    price: Decimal | None = None,
    note: str = "",
    *,
    version: int | None = None,
    request_key: str | None = None,
) -> Operation:
    """Take copies out of the collection: sold, given, lost or removed (see ``REASONS``). ``price`` is for all of them."""
    act = Act(session, user_id, "remove", request_key=request_key)
    if act.repeated:
        return act.repeated
    draft = act.take_one(stack_id)
    version_matches(draft, version)
    per_act(quantity)
    _leave(act, draft, quantity, reason, counterpart.strip(), price, note.strip())
    act.summary |= {"copies": quantity, "reason": reason, "counterpart": counterpart.strip()}
    return act.write()


def remove_many(
    session: Session,
    user_id: int,
    stack_ids: Sequence[int],
    reason: str = "removed",
    counterpart: str = "",
    note: str = "",
    *,
    request_key: str | None = None,
) -> Operation:
    """Take all copies of many stacks out of the collection."""
    act = Act(session, user_id, "remove", request_key=request_key)
    if act.repeated:
        return act.repeated
    drafts = act.take(stack_ids)
    copies = sum(draft.quantity for draft in drafts.values())
    act.summary |= {"copies": copies, "reason": reason, "counterpart": counterpart.strip()}
    for draft in drafts.values():
        if draft.quantity:
            _leave(act, draft, draft.quantity, reason, counterpart.strip(), None, note.strip())
    if not act.changed():
        raise Refused(_("Nothing was changed."), rule="collection.nothing_changed")
    return act.write()


def set_quantities(
    session: Session,
    user_id: int,
    changes: Sequence[tuple[int, int, int | None]],
    *,
    versions: Mapping[int, int] | None = None,
    request_key: str | None = None,
) -> Operation:
    """Set how many copies stacks hold and how many are for trade: (stack, quantity, for trade or None to leave it)."""
    act = Act(session, user_id, "edit", request_key=request_key)
    if act.repeated:
        return act.repeated
    drafts = act.take([stack_id for stack_id, _quantity, _trade in changes])
    moved = 0
    for stack_id, quantity, for_trade in changes:
        draft = drafts[stack_id]
        version_matches(draft, (versions or {}).get(stack_id))
        moved += abs(set_count(act, draft, quantity, for_trade))
    if not act.changed():
        raise Refused(_("Nothing was changed."), rule="collection.nothing_changed")
    act.summary |= {"copies": moved, "counts": True}
    return act.write()


def set_count(act: Act, draft: Draft, quantity: int, for_trade: int | None) -> int:
    """Set a stack's numbers with the fitting journal line; returns by how many copies it grew."""
    whole_number(quantity, 0, MOST_PER_STACK)
    delta = quantity - draft.quantity
    if -delta > draft.free:
        raise held_back(act.session, draft, -delta)
    before = draft.state["for_trade"]
    draft.state["quantity"] = quantity
    if for_trade is None:
        act.fit_trade(draft)
    else:
        _trade_fits_stack(act, draft, for_trade, proxy=draft.state["proxy"])
        draft.state["for_trade"] = for_trade
    changes = {"for_trade": [before, draft.state["for_trade"]]} if before != draft.state["for_trade"] else None
    if delta > 0:
        act.say(
            draft,
            "added",
            delta,
            to_place=draft.state["place_id"],
            details={"to": act.spot(draft.position), "changes": changes},
        )
    elif delta < 0:
        act.say(
            draft,
            "removed",
            -delta,
            from_place=draft.state["place_id"],
            details={"from": act.spot(draft.position), "changes": changes},
        )
    elif changes:
        act.say(draft, "changed", draft.quantity, details={"changes": changes})
    return delta


def _trade_fits(for_trade: int, most: int, *, proxy: bool) -> None:
    if for_trade and proxy:
        raise Refused(_("A proxy is never for trade."), rule="collection.trade.proxy", field="for_trade")
    if isinstance(for_trade, bool) or not isinstance(for_trade, int) or not 0 <= for_trade <= most:
        raise Refused(
            _("At most %(most)d of these copies can be for trade.", most=most),
            rule="collection.trade.too_many",
            field="for_trade",
            most=most,
        )


def _trade_fits_stack(act: Act, draft: Draft, for_trade: int, *, proxy: bool) -> None:
    """Refuse a number for trade the stack cannot have; promised copies are named, because they look as if they were there."""
    promised = draft.state["promised"]
    if promised and not proxy and isinstance(for_trade, int) and draft.free < for_trade <= draft.free + promised:
        more = ngettext("At most %(num)d other can be for trade.", "At most %(num)d others can be for trade.", draft.free)
        raise promised_away(act.session, draft, "collection.promise.for_trade", more=more, field="for_trade")
    _trade_fits(for_trade, draft.free, proxy=proxy)


def _leave(act: Act, draft: Draft, quantity: int, reason: str, counterpart: str, price: Decimal | None, note: str) -> None:
    if reason not in REASONS:
        raise Refused(_("Say why the copies leave your collection."), rule="collection.remove.reason", field="reason")
    if price is not None:
        check_money(price, "price")
    refuse_unless_there(act.session, draft, quantity)
    act.draw(draft, quantity)
    act.say(
        draft,
        reason,
        quantity,
        from_place=draft.state["place_id"],
        counterpart=counterpart[:80],
        price=price,
        note=note[:300],
        details={"from": act.spot(draft.position)},
    )


def _keys_after(drafts: Any, fields: Mapping[str, Any]) -> list[str]:
    return [merge_key(copies_of(draft.state | fields)) for draft in drafts]


def _revise(act: Act, draft: Draft, count: int, changes: Mapping[str, Any]) -> None:
    """Apply ``changes`` to ``count`` copies of a stack and write the journal of it."""
    unknown = set(changes) - set(COPY_FIELDS) - {"for_trade"}
    if unknown:
        raise ValueError(f"not a field of copies: {sorted(unknown)}")
    fields = {name: value for name, value in changes.items() if name != "for_trade"}
    wanted: State = state_of(copies_of(draft.state | fields))
    check_copies(act.session, act.user_id, [copies_of(wanted)], places=act.places(), only=set(fields))
    changed = differences(snapshot(draft.state), snapshot(draft.state | {name: wanted[name] for name in COPY_FIELDS}))
    whole = count == draft.quantity
    if not changed:
        if "for_trade" in changes:
            set_count(act, draft, draft.quantity, changes["for_trade"])
        return
    moved = "moved" if set(changed) <= {"place_id", "page", "slot"} else ""
    told: dict[str, Any] = {"changes": changed}
    places: dict[str, Any] = {}
    if moved:
        told = {"from": act.spot(draft.position), "to": act.spot((wanted["place_id"], wanted["page"], wanted["slot"]))}
        places = {"from_place": draft.state["place_id"], "to_place": wanted["place_id"]}
    if whole:
        if "for_trade" in changes:
            _trade_fits_stack(act, draft, changes["for_trade"], proxy=wanted["proxy"])
            draft.state["for_trade"] = changes["for_trade"]
        target = act.become(draft, wanted)
        if target is draft:
            act.say(draft, moved or "changed", count, **places, details=told)
            return
    else:
        act.kind = "split" if act.kind == "edit" else act.kind
        if count > draft.free:
            raise held_back(act.session, draft, count)
        target = act.find_or_make(wanted)
        before = target.state["for_trade"]
        act.pour(draft, target, count)
        if "for_trade" in changes:
            _trade_fits(changes["for_trade"], count, proxy=wanted["proxy"])
            target.state["for_trade"] = before + changes["for_trade"]
    act.say(draft, moved or ("merged" if whole else "split"), count, **places, details=told | {"to_stack": target})
    act.say(
        target, moved or ("split" if target.before is None else "merged"), count, **places, details=told | {"from_stack": draft}
    )
