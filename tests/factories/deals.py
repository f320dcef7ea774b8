"""Agreed trades for tests, made through the real verbs."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.collection.models import Promise, Stack
from marketplace.trades import dispatch
from marketplace.trades.agreement import accept
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Parcel, Trade
from tests.factories import trades


def agreed(session: Session, one: User, other: User, give: Any = (), want: Any = (), items: Any = ()) -> Trade:
    """A trade ``one`` offered and ``other`` accepted; ``items`` are (giver, words) of things that are no cards."""
    from marketplace.trades import offers

    lines = trades.lines(give, want) + [LineInput(giver, "item", text=text) for giver, text in items]
    trade = offers.propose(session, one.id, other.id, lines)
    accept(session, other.id, trade.id, 1)
    return trade


def by(session: Session, trade: Trade, manner: str) -> Trade:
    """Both agree on the manner."""
    for user_id in (trade.proposer_id, trade.partner_id):
        dispatch.choose_manner(session, user_id, trade.id, manner)
    return trade


def parcels(session: Session, trade: Trade) -> list[Parcel]:
    return dispatch.parcels_of(session, trade.id)


def parcel_from(session: Session, trade: Trade, side: str) -> Parcel:
    return next(one for one in parcels(session, trade) if one.sender == side)


def owned(session: Session, user: User, printing_id: int | None = None) -> int:
    """Copies somebody has in all, or of one printing."""
    query = select(func.coalesce(func.sum(Stack.quantity), 0)).where(Stack.user_id == user.id)
    return int(session.scalar(query if printing_id is None else query.where(Stack.printing_id == printing_id)) or 0)


def promised(session: Session, trade: Trade) -> int:
    """Copies a trade still holds."""
    query = select(func.coalesce(func.sum(Promise.quantity), 0)).where(Promise.holder_id == trade.id)
    return int(session.scalar(query) or 0)
