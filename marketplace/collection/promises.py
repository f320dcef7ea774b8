"""Copies locked for somebody: an agreed trade promises them, and they stay until they are released or handed over.

Called inside the transaction of the feature that holds the promises (a trade), after it has locked its own row. The
collections concerned are locked in the order of their owners' ids, so that two agreements about the same collectors
wait for each other instead of blocking each other. Everything is all or nothing and flushes only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext as _
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from marketplace.catalogue.models import Card, Printing
from marketplace.collection.models import Promise
from marketplace.collection.stock_act import Act
from marketplace.collection.stock_check import per_act
from marketplace.collection.stock_write import Draft, promise_facts
from marketplace.db import now
from marketplace.errors import Conflict, Refused

NAME_LIMIT = 80
"""Longest name of a receiver, in characters."""


class Claim(NamedTuple):
    """Copies to lock: ``quantity`` of one stack of ``user_id``, for the line of the agreement, for somebody by name."""

    user_id: int
    stack_id: int
    quantity: int
    line_id: int
    to_name: str


def acts_of(
    session: Session, user_ids: Iterable[int], kind: str, holder: str, holder_id: int, *, request_key: str | None = None
) -> dict[int, Act]:
    """One act for each collector, their collections locked in the order of their ids."""
    summary = {"holder": holder, "holder_id": holder_id}
    return {user_id: Act(session, user_id, kind, request_key=request_key, summary=summary) for user_id in sorted(set(user_ids))}


def promise(session: Session, holder: str, holder_id: int, claims: Sequence[Claim], *, request_key: str | None = None) -> None:
    """Lock the copies of every claim, or none. Copies marked for trade are taken first and are no longer so.

    A line promised before with the same copies is left as it is. Raises NotFound for a stack that is not the
    collector's, Refused ``collection.promise.not_free`` (facts ``stack_id``, ``have``, ``wanted``) when fewer copies are
    at hand, ``collection.promise.proxy`` for stand-ins, and Conflict when a line is promised otherwise.
    """
    acts = acts_of(session, (claim.user_id for claim in claims), "promise", holder, holder_id, request_key=request_key)
    if not acts or any(act.repeated for act in acts.values()):
        return
    kept = _locked(session, holder, holder_id, [claim.line_id for claim in claims])
    known = {one.line_id: (one.stack_id, one.quantity) for one in kept}
    for user_id, act in acts.items():
        act.take({claim.stack_id for claim in claims if claim.user_id == user_id})
    copies = dict.fromkeys(acts, 0)
    names: dict[int, dict[str, None]] = {user_id: {} for user_id in acts}
    for user_id, act in acts.items():
        # All at once: an agreement may have hundreds of lines.
        act.take(claim.stack_id for claim in claims if claim.user_id == user_id and claim.line_id not in known)
    made: list[dict[str, Any]] = []
    for claim in sorted(claims, key=lambda one: (one.user_id, one.stack_id, one.line_id)):
        per_act(claim.quantity)
        before = known.get(claim.line_id)
        if before is not None:
            if before == (claim.stack_id, claim.quantity):
                continue
            raise Conflict(_("These copies are promised already."), rule="collection.promise.twice")
        act, name = acts[claim.user_id], claim.to_name.strip()[:NAME_LIMIT]
        draft = act.take_one(claim.stack_id)
        refuse_unless_free(session, draft, claim.quantity)
        from_trade = min(draft.state["for_trade"], claim.quantity)
        draft.state["for_trade"] -= from_trade
        draft.state["promised"] += claim.quantity
        made.append({
            "user_id": claim.user_id, "stack_id": claim.stack_id, "quantity": claim.quantity, "from_trade": from_trade,
            "holder": holder, "holder_id": holder_id, "line_id": claim.line_id, "to_name": name, "made_at": now(),
        })  # fmt: skip
        known[claim.line_id] = (claim.stack_id, claim.quantity)
        act.say(draft, "promised", claim.quantity, from_place=draft.state["place_id"], counterpart=name)
        copies[claim.user_id] += claim.quantity
        names[claim.user_id][name] = None
    if made:
        session.execute(insert(Promise), made)
    for user_id, act in acts.items():
        if copies[user_id]:
            act.summary |= {"copies": copies[user_id], "counterpart": ", ".join(names[user_id])[:NAME_LIMIT]}
            act.write()


def release(session: Session, holder: str, holder_id: int, line_ids: Sequence[int] | None = None) -> None:
    """Unlock the copies of these lines, or of all; what was marked for trade before is so again. Idempotent."""
    acts = acts_of(session, owners_of(session, holder, holder_id, line_ids), "release", holder, holder_id)
    if not acts:
        return
    every = _locked(session, holder, holder_id, line_ids)
    for user_id, act in acts.items():
        act.take({promised.stack_id for promised in every if promised.user_id == user_id})
    for promised in every:
        act = acts[promised.user_id]
        draft = act.take_one(promised.stack_id)
        draft.state["promised"] -= promised.quantity
        draft.state["for_trade"] += min(promised.from_trade, draft.free - draft.state["for_trade"])
        act.say(draft, "released", promised.quantity, to_place=draft.state["place_id"], counterpart=promised.to_name)
        act.summary["copies"] = act.summary.get("copies", 0) + promised.quantity
        act.summary["counterpart"] = promised.to_name
        session.delete(promised)
    session.flush()
    for act in acts.values():
        if act.changed():
            act.write()


def promised_of(session: Session, stack_ids: Iterable[int]) -> dict[int, list[Promise]]:
    """The promises of stacks, oldest first, for pages: one query."""
    found: dict[int, list[Promise]] = {}
    query = select(Promise).where(Promise.stack_id.in_(list(stack_ids))).order_by(Promise.made_at, Promise.id)
    for one in session.scalars(query):
        found.setdefault(one.stack_id, []).append(one)
    return found


def _where(holder: str, holder_id: int, line_ids: Sequence[int] | None) -> list[Any]:
    lines = [] if line_ids is None else [Promise.line_id.in_(line_ids)]
    return [Promise.holder == holder, Promise.holder_id == holder_id, *lines]


def _locked(session: Session, holder: str, holder_id: int, line_ids: Sequence[int] | None) -> list[Promise]:
    """The promises as they are now; the collections must be locked before."""
    query = select(Promise).where(*_where(holder, holder_id, line_ids)).order_by(Promise.id).with_for_update()
    return list(session.scalars(query.execution_options(populate_existing=True)))


def locked_promises(session: Session, holder: str, holder_id: int, line_ids: Sequence[int]) -> dict[int, Promise]:
    """The promises of these lines by line, locked; the collections must be locked before."""
    return {one.line_id: one for one in _locked(session, holder, holder_id, line_ids)}


def owners_of(session: Session, holder: str, holder_id: int, line_ids: Sequence[int] | None = None) -> set[int]:
    """Whose copies are promised by these lines, or by all of the holder's."""
    return set(session.scalars(select(Promise.user_id).where(*_where(holder, holder_id, line_ids))))


def refuse_unless_free(session: Session, draft: Draft, wanted: int, *, rule: str = "collection.promise.not_free") -> None:
    """Refuse when a stack has fewer copies at hand than ``wanted``, or holds stand-ins."""
    if draft.state["proxy"]:
        raise Refused(_("A proxy is never for trade."), rule="collection.promise.proxy", field="quantity", stack_id=draft.id)
    if wanted <= draft.free:
        return
    name, code = session.execute(
        select(Card.name, Printing.code).join(Printing.card).where(Printing.id == draft.state["printing_id"])
    ).one()
    raise Refused(
        _(
            "Of “%(name)s” %(code)s, %(have)d copies are free and %(wanted)d are asked for.",
            name=name,
            code=code,
            have=draft.free,
            wanted=wanted,
        ),
        rule=rule,
        field="quantity",
        stack_id=draft.id,
        have=draft.free,
        wanted=wanted,
    )


def restore_promises(session: Session, user_id: int, changes: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Put promises that went along with their copies back where they were; returns the same changes turned round.

    Raises Refused if one of them is no longer as the operation left it.
    """
    turned = []
    # The last first: a promise may have gone along twice within an act.
    for change in reversed(changes):
        query = select(Promise).where(Promise.id == change["after"]["id"], Promise.user_id == user_id).with_for_update()
        found = session.scalar(query.execution_options(populate_existing=True))
        if found is None or promise_facts(found) != change["after"]:
            raise Refused(_("What these copies are promised for has changed since."), rule="collection.promise.changed")
        found.stack_id = change["before"]["stack_id"]
        session.flush()
        turned.append({"before": change["after"], "after": change["before"]})
    return turned
