"""Offers that end without an agreement, and the nudge of who waits for an answer."""

from __future__ import annotations

from datetime import datetime, timedelta

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.dates import format_datetime
from marketplace.db import now
from marketplace.errors import Conflict, Refused
from marketplace.trades import events, limits, reasons
from marketplace.trades.models import Trade, TradeEvent
from marketplace.trades.own_trade import check_revision, get_trade, other_of, version_of

FIRST_NUDGE = timedelta(days=2)
"""How old an unanswered version must be before its author may ask for an answer."""
NEXT_NUDGE = timedelta(days=3)
"""How long after one nudge the next may follow."""
_SAME_CLICK = timedelta(minutes=1)
"""A nudge so soon after the last one is a button pressed twice."""


def is_due(trade: Trade) -> bool:
    """Whether the offer has lapsed, noted or not."""
    return trade.state == "open" and trade.expires_at is not None and trade.expires_at <= now()


def open_trade(trade: Trade, seen_revision: int | None = None) -> None:
    """Raise Conflict unless the trade is an open offer, and the one the page showed."""
    if trade.state != "open":
        raise Conflict(
            _("This offer is no longer open. Read the trade again."),
            rule="trade.not_open",
            trade_id=trade.id,
            state=trade.state,
        )
    if is_due(trade):
        raise Conflict(
            _("This offer has lapsed: there was no answer in time. A new one can be made."),
            rule="trade.lapsed",
            trade_id=trade.id,
            state="lapsed",
        )
    check_revision(trade, seen_revision)


def end(trade: Trade, state: str, reason: str = "", note: str = "") -> None:
    """Close the offer."""
    trade.state = state
    trade.end_reason, trade.end_note = reason, note
    trade.ended_at = trade.updated_at = now()
    trade.awaiting_id = None
    trade.needs_change = False


def withdraw(session: Session, actor_id: int, trade_id: int, seen_revision: int | None = None, note: str = "") -> Trade:
    """Take the own offer back before it is answered; doing so twice is doing it once.

    Raises NotFound, Conflict when it has ended or the page is older than the trade, Refused when the other wrote the
    newest version (``decline`` it then).
    """
    trade = get_trade(session, actor_id, trade_id, lock=True)
    if trade.state == "withdrawn" and _did(session, trade, "withdrawn", actor_id):
        return trade
    open_trade(trade, seen_revision)
    if trade.awaiting_id == actor_id:
        raise Refused(_("The other one waits for an answer: decline the offer instead."), rule="trade.withdraw.answer")
    end(trade, "withdrawn", note=reasons.end_note(note))
    events.record(session, trade, "withdrawn", {"version": trade.latest}, actor_id=actor_id)
    session.flush()
    return trade


def decline(
    session: Session,
    actor_id: int,
    trade_id: int,
    seen_revision: int | None = None,
    reason: str = "",
    note: str = "",
    *,
    again: bool = False,
) -> Trade:
    """Say no to the newest version, with a reason of ``reasons.DECLINE`` and words if one likes; twice is once.

    ``again`` tells the other side that another offer would be welcome.

    Raises NotFound, Conflict when it has ended or the page is older than the trade, Refused when it is not the actor
    who has to answer (``withdraw`` then).
    """
    trade = get_trade(session, actor_id, trade_id, lock=True)
    if trade.state == "declined" and _did(session, trade, "declined", actor_id):
        return trade
    open_trade(trade, seen_revision)
    if trade.awaiting_id != actor_id:
        raise Refused(_("This is your own offer: withdraw it instead."), rule="trade.decline.own")
    reason, note = reasons.checked(reason, note)
    end(trade, "declined", reason, note)
    facts = {"version": trade.latest, "reason": reason, "note": note} | ({"again": True} if again else {})
    events.record(session, trade, "declined", facts, actor_id=actor_id)
    session.flush()
    return trade


def asked_again_by(session: Session, trade_id: int) -> int | None:
    """Who declined and would like another offer; None if nobody said so."""
    query = select(TradeEvent.actor_id, TradeEvent.facts).where(TradeEvent.trade_id == trade_id, TradeEvent.kind == "declined")
    return next((actor_id for actor_id, facts in session.execute(query) if facts.get("again")), None)


def next_nudge(session: Session, trade: Trade) -> datetime:
    """From when on the author of the newest version may ask for an answer (again)."""
    if trade.nudged_at is not None:
        return trade.nudged_at + NEXT_NUDGE
    return version_of(session, trade).created_at + FIRST_NUDGE


def nudge(session: Session, actor_id: int, trade_id: int) -> Trade:
    """Ask the other for an answer. The trade's revision stays: a page that shows the offer is still good.

    Raises NotFound, Conflict when the offer has ended, Refused ``trade.nudge.turn`` for who has to answer and
    ``trade.nudge.early`` (fact ``at``) before ``next_nudge``.
    """
    trade = get_trade(session, actor_id, trade_id, lock=True)
    open_trade(trade)
    limits.check_pair(session, actor_id, other_of(trade, actor_id))
    if trade.awaiting_id == actor_id:
        raise Refused(_("It is your turn to answer."), rule="trade.nudge.turn")
    if trade.nudged_at is not None and trade.nudged_at > now() - _SAME_CLICK:
        return trade
    at = next_nudge(session, trade)
    if at > now():
        raise Refused(
            _("You can ask for an answer from %(when)s on.", when=format_datetime(at, "short")),
            rule="trade.nudge.early",
            at=at.isoformat(),
        )
    events.set_quietly(session, trade, nudged_at=now())
    events.record(session, trade, "nudged", {"version": trade.latest}, actor_id=actor_id)
    return trade


def _did(session: Session, trade: Trade, kind: str, actor_id: int) -> bool:
    last = events.last_of(session, trade, kind)
    return last is not None and last.actor_id == actor_id
