"""Taking back an operation, and taking back that: every stack returns to its state before.

A stack is only put back if it is still as the operation left it; otherwise later acts would be lost silently.
Undoing an undo is a redo. An operation taken back keeps its line in the history.
"""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from marketplace.catalogue.models import Card, Printing
from marketplace.collection.loans import restore_loans
from marketplace.collection.models import Batch, Operation, Photo, Place, Stack, StackChange
from marketplace.collection.promises import restore_promises
from marketplace.collection.stock_act import Act
from marketplace.collection.stock_held import promised_away
from marketplace.collection.stock_key import COUNT_FIELDS, differences, from_snapshot, key_of_state, snapshot
from marketplace.collection.stock_words import change_words
from marketplace.collection.stock_write import Draft
from marketplace.db import now
from marketplace.errors import NotFound, Refused

TRADE_KINDS = frozenset({"promise", "release", "handover"})
"""Operations an agreed trade made: they are taken back there, by both sides."""

FINAL_KINDS = TRADE_KINDS | {"resolve"}
"""Operations that cannot be taken back: a trade made them, or the catalogue decided them."""


def undo(session: Session, user_id: int, operation_id: int, *, request_key: str | None = None) -> Operation:
    """Take back an operation of this collector; undoing an undo does the operation again.

    Raises Refused when it was taken back already, cannot be, or a stack has changed since (naming it and what changed).
    """
    act = Act(session, user_id, "undo", request_key=request_key)
    if act.repeated:
        return act.repeated
    query = select(Operation).where(Operation.id == operation_id, Operation.user_id == user_id).with_for_update()
    operation = session.scalar(query.execution_options(populate_existing=True))
    if operation is None:
        raise NotFound(_("We could not find that act in your history."))
    if operation.undone_at is not None:
        raise Refused(_("This was undone already."), rule="collection.undo.done")
    if operation.kind in TRADE_KINDS:
        raise Refused(
            _("This belongs to a trade: it can only be changed there, together with the other side."),
            rule="collection.promise.final",
            holder=operation.summary.get("holder"),
            holder_id=operation.summary.get("holder_id"),
        )
    if operation.kind in FINAL_KINDS:
        raise Refused(_("This came from the catalogue and cannot be undone."), rule="collection.undo.final")
    changes = session.execute(
        select(StackChange.stack_id, StackChange.before, StackChange.after)
        .where(StackChange.operation_id == operation.id)
        .order_by(StackChange.id)
    ).all()
    drafts = act.take([stack_id for stack_id, _before, _after in changes])
    _refuse_if_stale(session, drafts, changes)
    act.summary |= _facts(operation)
    _restore_places(act, operation)
    _restore_states(act, drafts, changes)
    if operation.summary.get("loans"):
        act.summary["loans"] = restore_loans(session, user_id, operation.summary["loans"])
    if operation.summary.get("promises"):
        act.summary["promises"] = restore_promises(session, user_id, operation.summary["promises"])
    _restore_photos(act, operation)
    deleted_place = _place_to_delete_again(act, operation, changes)
    done = act.write()
    if deleted_place is not None:
        session.execute(delete(Place).where(Place.id == deleted_place))
    _mark(session, operation, done)
    return done


def _facts(operation: Operation) -> dict[str, Any]:
    """What the history needs to tell of the undo or redo of ``operation``: ``root_kind`` is what was undone first."""
    told = (
        "copies",
        "stacks",
        "given",
        "received",
        "reason",
        "counterpart",
        "place",
        "counts",
        "card_id",
        "name",
        "code",
        "file_name",
        "product",
    )
    facts = {name: operation.summary[name] for name in told if name in operation.summary}
    return facts | {
        "of": operation.id,
        "root_kind": operation.summary.get("root_kind", operation.kind),
        "redo": operation.kind == "undo" and not operation.summary.get("redo"),
    }


def _refuse_if_stale(session: Session, drafts: dict[int, Draft], changes: Any) -> None:
    stale = [(drafts[stack_id], after) for stack_id, _before, after in changes if drafts[stack_id].before != after]
    if not stale:
        return
    draft, after = stale[0]
    name, code = session.execute(
        select(Card.name, Printing.code).join(Printing.card).where(Printing.id == draft.state["printing_id"])
    ).one()
    if draft.state["promised"] > after.get("promised", 0):
        more_words = _("What was done before cannot be undone until that trade is done or called off.")
        raise promised_away(session, draft, "collection.promise.undo", more=more_words)
    more = len(stale) - 1
    others = " " + ngettext("(and %(num)d more stack)", "(and %(num)d more stacks)", more) if more else ""
    what = ", ".join(change_words(session, differences(after, draft.before or {})))
    facts = {"name": name, "code": code, "what": what, "others": others}
    traded = _last_kind(session, draft) in TRADE_KINDS
    if traded:
        words = _(
            "“%(name)s” %(code)s has changed since by a trade: %(what)s%(others)s. It cannot be undone any more.", **facts
        )
    else:
        words = _("“%(name)s” %(code)s has changed since: %(what)s%(others)s. Undo the later change first.", **facts)
    raise Refused(
        words,
        rule="collection.promise.traded_since" if traded else "collection.undo.changed_since",
        stack_id=draft.id,
        stacks=len(stale),
    )


def _last_kind(session: Session, draft: Draft) -> str | None:
    """The kind of the last operation that changed a stack."""
    query = select(Operation.kind).join(StackChange).where(StackChange.stack_id == draft.id)
    return session.scalar(query.order_by(StackChange.id.desc()).limit(1))


def _restore_states(act: Act, drafts: dict[int, Draft], changes: Any) -> None:
    wanted = {}
    for stack_id, before, after in changes:
        # A stack the operation made stays, empty, so that its journal keeps its anchor.
        wanted[stack_id] = (
            from_snapshot(before) if before is not None else from_snapshot(after) | dict.fromkeys(COUNT_FIELDS, 0)
        )
    keys = {stack_id: key_of_state(state) for stack_id, state in wanted.items()}
    act.take_keys(keys.values())
    for draft in drafts.values():
        act.vacate(draft)
    # Stacks with copies choose their keys first; an empty one that finds its key taken is parked.
    for stack_id in sorted(wanted, key=lambda number: (not wanted[number]["quantity"], number)):
        draft, state, key = drafts[stack_id], wanted[stack_id], keys[stack_id]
        told = snapshot(draft.state)
        delta = state["quantity"] - draft.quantity
        other = act.find(key)
        draft.state = dict(state)
        if other is None:
            act.rekey(draft, key)
        else:
            act.park(draft)
            if draft.quantity:
                act.pour(draft, other, draft.quantity)
                act.say(other, "merged", state["quantity"], details={"from_stack": draft})
        changed = differences(told, snapshot(state))
        changed.pop("quantity", None)
        act.say(
            draft,
            "undone",
            abs(delta) or state["quantity"],
            from_place=None,
            to_place=state["place_id"],
            details={
                "delta": delta,
                "of": act.summary["of"],
                "of_kind": act.summary["root_kind"],
                "redo": act.summary["redo"] or None,
                "changes": changed or None,
            },
        )


def _restore_photos(act: Act, operation: Operation) -> None:
    for photo_id, origin, place in operation.summary.get("photos", ()):
        there = select(Photo.digest).where(Photo.stack_id == origin)
        moved = act.session.execute(
            update(Photo)
            .where(Photo.id == photo_id, Photo.stack_id == place, Photo.digest.not_in(there))
            .values(stack_id=origin)
        )
        if moved.rowcount:  # type: ignore[attr-defined]
            act.summary.setdefault("photos", []).append([photo_id, place, origin])


def _restore_places(act: Act, operation: Operation) -> None:
    """Bring back the place an operation deleted."""
    facts = operation.summary.get("deleted_place")
    if not facts:
        return
    taken = act.session.scalar(select(Place.id).where(Place.user_id == act.user_id, Place.name_folded == facts["name_folded"]))
    if taken:
        raise Refused(
            _("Another place is called “%(name)s” now. Rename it first.", name=facts["name"]),
            rule="collection.place.name_taken",
        )
    act.session.add(Place(user_id=act.user_id, **facts))
    act.session.flush()
    act.summary["restored_place"] = facts


def _place_to_delete_again(act: Act, operation: Operation, changes: Any) -> int | None:
    """The place whose deletion had been undone; Refused when it holds copies the deletion did not know."""
    facts = operation.summary.get("restored_place")
    if not facts:
        return None
    here = set(act.session.scalars(select(Stack.id).where(Stack.place_id == facts["id"])))
    if here - {stack_id for stack_id, _before, _after in changes}:
        raise Refused(
            _("“%(name)s” holds other copies now. Delete it from its own page.", name=facts["name"]),
            rule="collection.place.in_use",
        )
    act.summary["deleted_place"] = facts
    return int(facts["id"])


def _mark(session: Session, operation: Operation, done: Operation) -> None:
    """Note on the whole chain what is in force now, so that the history offers the right button."""
    operation.undone_at = now()
    in_force = True
    root = operation
    while root.kind == "undo":
        earlier = session.get(Operation, root.summary["of"])
        if earlier is None:
            break
        earlier.undone_at = None if in_force else now()
        root, in_force = earlier, not in_force
    if root.undone_at is not None:
        root.summary = root.summary | {"undone_by": done.id}
    state = "applied" if root.undone_at is None else "undone"
    session.execute(
        update(Batch).where(Batch.operation_id == root.id, Batch.state.in_(("applied", "undone"))).values(state=state)
    )
    session.flush()
