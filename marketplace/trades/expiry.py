"""Offers nobody answers lapse: noted by a job that runs on its own, and when a page of such an offer is opened.

Until it is noted, the offer counts as lapsed all the same: no answer to it is taken (``closing.open_trade``).
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.db import Database, now
from marketplace.trades import availability, events
from marketplace.trades.closing import end, is_due
from marketplace.trades.models import Trade

__all__ = ["is_due", "lapse", "lapse_due", "lapse_on_reading", "review_open"]

_AT_A_TIME = 100


def lapse(session: Session, trade_ids: Iterable[int]) -> int:
    """Close those of these offers whose time is over, and say so in their threads. Returns how many."""
    wanted = select(Trade).where(Trade.id.in_(list(trade_ids)), Trade.state == "open", Trade.expires_at <= now())
    locked = wanted.order_by(Trade.id).with_for_update().execution_options(populate_existing=True)
    lapsed = list(session.scalars(locked))
    for trade in lapsed:
        end(trade, "lapsed")
    session.flush()
    events.record_all(session, [events.Happening(trade, "lapsed", {"version": trade.latest}) for trade in lapsed])
    return len(lapsed)


def lapse_due(database: Database) -> int:
    """Close every offer whose time is over, some at a time. Returns how many."""
    total = 0
    while True:
        with database.read() as session:
            query = select(Trade.id).where(Trade.state == "open", Trade.expires_at <= now())
            due = session.scalars(query.order_by(Trade.id).limit(_AT_A_TIME)).all()
        if not due:
            return total
        with database.write() as session:
            total += lapse(session, due)


def lapse_on_reading(database: Database, trade: Trade) -> bool:
    """Close an offer a page is about to show, if its time is over; the page then reads it anew. True if it was."""
    if not is_due(trade):
        return False
    with database.write() as session:
        lapse(session, [trade.id])
    return True


def review_open(database: Database) -> int:
    """Find open offers whose copies went or came back by their owners' own doing, and tell both people.

    Returns how many. A look without locks finds them; only those are locked.
    """
    total, after = 0, 0
    while True:
        with database.read() as session:
            query = select(Trade).where(Trade.state == "open", Trade.id > after).order_by(Trade.id).limit(_AT_A_TIME)
            trades = list(session.scalars(query))
            newest = availability.newest_versions(session, trades)
            short = availability.shortages(session, newest.values())
            stale = [trade.id for trade in trades if (newest[trade.id].id in short) != trade.needs_change]
        if stale:
            with database.write() as session:
                happenings = availability.review(session, stale)
                events.record_all(session, happenings)
                total += len(happenings)
        if len(trades) < _AT_A_TIME:
            return total
        after = trades[-1].id
