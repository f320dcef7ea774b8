"""Cancelling an agreed trade together: all of it while nothing was sent, afterwards what is not on its way."""

from __future__ import annotations

from collections import Counter

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.collection.models import Promise
from marketplace.collection.promises import promise, release
from marketplace.db import now
from marketplace.errors import Refused
from marketplace.trades import availability, dispatch, turns
from marketplace.trades.agreement import HOLDER, claims_of, stacks_of
from marketplace.trades.models import Parcel, Trade
from marketplace.trades.reasons import end_note
from marketplace.trades.turns import Turn

SUBJECT = "cancel"


def what_is_left(parcels: list[Parcel]) -> list[Parcel]:
    """The parcels a cancellation would drop: those not sent, and those marked as missing."""
    return [parcel for parcel in parcels if parcel.state in ("planned", "missing")]


def cancel(
    session: Session,
    actor_id: int,
    trade_id: int,
    note: str = "",
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """Say yes to cancelling; with the second yes every copy that is not on its way is free again.

    When parcels have been sent, only the rest is cancelled, and the trade is done once those have arrived. Copies of a
    parcel given up as missing stay in their sender's collection, who takes them out as lost. When the other account was
    closed, one yes is enough. Raises Refused when all parcels are on their way.
    """
    turn = turns.begin(session, actor_id, trade_id, request_key=request_key, moves=True, states=("agreed", "cancelled"))
    trade = turn.trade
    if turn.repeated or trade.state == "cancelled":
        return trade
    consents = turns.consents_of(session, trade.id).get(SUBJECT, set())
    if actor_id in consents:
        return trade
    if turn.other_id not in consents:
        turns.check_revision(trade, revision)
    parcels = dispatch.parcels_of(session, trade.id)
    if parcels and not what_is_left(parcels):
        raise Refused(_("Everything is on its way: there is nothing left to cancel."), rule="trade.cancel.under_way")
    note = end_note(note)
    if not turns.consent(turn, SUBJECT) and _can_answer(session, turn.other_id):
        turn.say("cancel_proposed", {"said": note})
        return trade
    if any(parcel.state in ("sent", "received") for parcel in parcels):
        _cancel_rest(turn, parcels)
    else:
        _cancel_all(turn, note)
    session.flush()
    availability.refresh(session, stacks_of(dispatch.agreed_version(session, trade).lines), but=trade.id)
    return trade


def _can_answer(session: Session, user_id: int | None) -> bool:
    """Whether the other one can still say yes: nobody stays bound to somebody whose account was closed."""
    return bool(session.scalar(select(User.is_active_account).where(User.id == (user_id or 0))))


def keep(
    session: Session, actor_id: int, trade_id: int, *, revision: int | None = None, request_key: str | None = None
) -> Trade:
    """Take the own yes back, or turn the other side's proposal down."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    if turn.repeated:
        return turn.trade
    own = actor_id in turns.consents_of(session, turn.trade.id).get(SUBJECT, set())
    if turns.forget(turn, SUBJECT):
        turn.say("cancel_undone" if own else "cancel_refused")
    return turn.trade


def _cancel_all(turn: Turn, note: str) -> None:
    trade, session = turn.trade, turn.session
    release(session, HOLDER, trade.id)
    dispatch.lay(session, trade, [])
    trade.state, trade.ended_at, trade.awaiting_id, trade.amendment = "cancelled", now(), None, None
    trade.end_reason, trade.end_note = "both", note
    # Nothing was sent, so nobody needs the other's address any more.
    trade.proposer_address = trade.partner_address = None
    turns.forget(turn, SUBJECT, "handed_over", "manner:", "amendment:")
    turn.say("cancelled")


def _cancel_rest(turn: Turn, parcels: list[Parcel]) -> None:
    trade, session = turn.trade, turn.session
    rest = what_is_left(parcels)
    under_way = [parcel for parcel in parcels if parcel.state == "sent"]
    missing = sum(parcel.state == "missing" for parcel in rest)
    free = {line.line_id for parcel in rest for line in parcel.lines}
    kept: Counter[int] = Counter()
    for parcel in under_way:
        kept.update({line.line_id: line.quantity for line in parcel.lines})
    stacks = promised_stacks(session, trade)
    claims = claims_of(trade, dispatch.agreed_version(session, trade).lines)
    release(session, HOLDER, trade.id, sorted(free))
    # A line may travel in several parcels: what is on its way of it stays promised.
    again = [
        claim._replace(stack_id=stacks[claim.line_id], quantity=kept[claim.line_id])
        for claim in claims
        if claim.line_id in free and kept[claim.line_id] and claim.line_id in stacks
    ]
    promise(session, HOLDER, trade.id, again)
    for parcel in rest:
        session.delete(parcel)
    session.flush()
    turns.forget(turn, SUBJECT, "manner:", "amendment:")
    turn.say("part_cancelled", {"missing": missing, "under_way": len(under_way)})
    if not under_way:
        trade.state, trade.ended_at, trade.awaiting_id = "done", now(), None
        turn.say("done")


def promised_stacks(session: Session, trade: Trade) -> dict[int, int]:
    """Where the promised copies of each line are now: equal stacks may have been put together since."""
    query = select(Promise.line_id, Promise.stack_id).where(Promise.holder == HOLDER, Promise.holder_id == trade.id)
    return {row.line_id: row.stack_id for row in session.execute(query)}
