"""Finding a trade as one of its two people, and the order in which everything about it is locked.

Whoever writes takes locks in this order, which leaves nobody waiting in a circle:

1. the collections of both people, by user id (``lock_collections``), when copies are promised, released or move;
2. the trade's own row;
3. the rows of other trades that need the same copies, by trade id (``availability.refresh``);
4. threads, by conversation id; the marks of open pages come last, when the transaction ends.

Acts that move no copies (an answer, a withdrawal) skip the first and the third step: they never wait for a collection
while they hold a trade. On SQLite a transaction that writes is alone anyway.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from flask_babel import gettext as _
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marketplace.collection.stock_act import lock_collection
from marketplace.dates import format_datetime
from marketplace.errors import Conflict, NotFound
from marketplace.trades.models import Trade, TradeVersion

Side = Literal["proposer", "partner"]
SIDES: tuple[Side, Side] = ("proposer", "partner")


def get_trade(session: Session, actor_id: int, trade_id: int, *, lock: bool = False) -> Trade:
    """The trade, if the actor is one of its two people; NotFound otherwise. ``lock`` holds it until the transaction ends."""
    wanted = select(Trade).where(Trade.id == trade_id, or_(Trade.proposer_id == actor_id, Trade.partner_id == actor_id))
    if lock:
        session.flush()
        wanted = wanted.with_for_update().execution_options(populate_existing=True)
    trade = session.scalar(wanted)
    if trade is None:
        raise NotFound
    return trade


def get_with_collections(session: Session, actor_id: int, trade_id: int) -> Trade:
    """As ``get_trade`` with ``lock``, and before it the collections of both: for acts that promise, free or move copies."""
    trade = get_trade(session, actor_id, trade_id)
    lock_collections(session, trade)
    return get_trade(session, actor_id, trade_id, lock=True)


def lock_collections(session: Session, trade: Trade) -> None:
    """Let nobody else write the stock of the two until the transaction ends."""
    for user_id in sorted(people_of(trade)):
        lock_collection(session, user_id)


def people_of(trade: Trade) -> list[int]:
    """The two people, as far as they have accounts."""
    return [user_id for user_id in (trade.proposer_id, trade.partner_id) if user_id is not None]


def side_of(trade: Trade, user_id: int) -> Side:
    """On which side the person is. Raises NotFound for anybody else."""
    if user_id == trade.proposer_id:
        return "proposer"
    if user_id == trade.partner_id:
        return "partner"
    raise NotFound


def opposite(side: str) -> Side:
    return "partner" if side == "proposer" else "proposer"


def other_of(trade: Trade, user_id: int) -> int | None:
    """The other person; None if there is no account (any more)."""
    return trade.partner_id if side_of(trade, user_id) == "proposer" else trade.proposer_id


def user_of(trade: Trade, side: str) -> int | None:
    """Who is on a side; None if there is no account (any more)."""
    return trade.proposer_id if side == "proposer" else trade.partner_id


def name_of(trade: Trade, side: str) -> str:
    """The name of who is on a side, as it was when the trade began."""
    return trade.proposer_name if side == "proposer" else trade.partner_name


def version_of(session: Session, trade: Trade, number: int | None = None) -> TradeVersion:
    """A version of the trade by number, the newest without one. Raises NotFound."""
    wanted = number if number is not None else trade.latest
    found = session.scalar(select(TradeVersion).where(TradeVersion.trade_id == trade.id, TradeVersion.number == wanted))
    if found is None:
        raise NotFound
    return found


def changed(trade: Trade, at: datetime, rule: str = "trade.changed", **facts: Any) -> Conflict:
    """The conflict of somebody whose page is older than the trade."""
    return Conflict(
        _(
            "This trade has changed since your page was opened (%(when)s). Read it again before you answer.",
            when=format_datetime(at, "medium"),
        ),
        rule=rule,
        trade_id=trade.id,
        state=trade.state,
        latest=trade.latest,
        at=at.isoformat(),
        **facts,
    )


def check_revision(trade: Trade, seen_revision: int | None) -> None:
    """Raise Conflict when the page that sends an answer shows an older trade; None: no page was shown."""
    if seen_revision is not None and seen_revision != trade.revision:
        raise changed(trade, trade.updated_at, seen_revision=seen_revision)
