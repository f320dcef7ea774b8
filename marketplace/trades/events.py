"""The history of a trade: what happened is noted with the trade and said in its thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.db import now
from marketplace.messages import threads
from marketplace.trades.models import Trade, TradeEvent
from marketplace.trades.own_trade import people_of


class Happening(NamedTuple):
    """Something to note: see ``record``."""

    trade: Trade
    kind: str
    facts: Mapping[str, Any] = {}
    actor_id: int | None = None
    mail: bool = True


def record(
    session: Session,
    trade: Trade,
    kind: str,
    facts: Mapping[str, Any] | None = None,
    *,
    actor_id: int | None = None,
    mail: bool = True,
) -> TradeEvent:
    """Note what happened and say it in the trade's thread as ``trade.<kind>``; its sentence is registered in ``telling``.

    ``facts`` must be JSON. They also name the trade and both people, so that a sentence needs nothing else.
    ``actor_id`` is who did it (None: the site); the others find it unread and, unless ``mail`` is false, get a notice.
    """
    return record_all(session, [Happening(trade, kind, facts or {}, actor_id, mail)])[0]


def record_all(session: Session, happenings: Sequence[Happening]) -> list[TradeEvent]:
    """As ``record`` for several trades at once: threads are written in the order of their ids."""
    noted = []
    for one in happenings:
        event = TradeEvent(trade_id=one.trade.id, actor_id=one.actor_id, kind=one.kind, facts=dict(one.facts), at=now())
        session.add(event)
        noted.append(event)
        _thread(session, one.trade)
    session.flush()
    for one in sorted(happenings, key=lambda one: one.trade.conversation_id or 0):
        if one.trade.conversation_id is not None:
            threads.say(
                session,
                one.trade.conversation_id,
                f"trade.{one.kind}",
                _told(one.trade) | dict(one.facts),
                author_id=one.actor_id,
                mail=one.mail,
            )
    return noted


def _told(trade: Trade) -> dict[str, Any]:
    return {
        "trade_id": trade.id,
        "proposer_id": trade.proposer_id,
        "partner_id": trade.partner_id,
        "proposer_name": trade.proposer_name,
        "partner_name": trade.partner_name,
    }


def _thread(session: Session, trade: Trade) -> None:
    """See to it that the trade has its thread, unless one of the two has no account."""
    people = people_of(trade)
    if trade.conversation_id is None and len(people) == 2:
        trade.conversation_id = threads.trade_thread(session, trade.id, people).id


def last_of(session: Session, trade: Trade, kind: str) -> TradeEvent | None:
    """The newest event of a kind."""
    wanted = select(TradeEvent).where(TradeEvent.trade_id == trade.id, TradeEvent.kind == kind)
    return session.scalar(wanted.order_by(TradeEvent.id.desc()).limit(1))


def happened(session: Session, trade: Trade, kind: str) -> int:
    """How often something happened to the trade."""
    count = select(func.count(TradeEvent.id)).where(TradeEvent.trade_id == trade.id, TradeEvent.kind == kind)
    return session.scalar(count) or 0


def name_of_user(session: Session, user_id: int) -> str:
    return session.scalar(select(User.name).where(User.id == user_id)) or ""


def set_quietly(session: Session, trade: Trade, **values: Any) -> None:
    """Set columns without a new revision: pages that show the trade stay good for an answer.

    For what changes neither the offer nor its state, such as a nudge. The row must be locked.
    """
    session.flush()
    session.execute(update(Trade).where(Trade.id == trade.id).values(**values).execution_options(synchronize_session=False))
    session.refresh(trade)
