"""Two people who trade, and a later day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.trades.models import Trade, TradeVersion
from tests.factories import trades

Pair = tuple[User, User]


@pytest.fixture
def pair(app: Flask, session: Session) -> Iterator[Pair]:
    """Ann and Bob, in a context in which refusals have words."""
    with app.test_request_context():
        yield trades.people(session)


@pytest.fixture
def let_pass(session: Session) -> Callable[..., None]:
    """``let_pass(trade, days=3)``: everything about the trade happened that much earlier."""

    def let_pass(trade: Trade, **time: int) -> None:
        earlier = timedelta(**time)
        session.flush()
        names = ("created_at", "updated_at", "expires_at", "nudged_at")
        moved = {name: getattr(trade, name) - earlier for name in names if getattr(trade, name) is not None}
        session.execute(update(Trade).where(Trade.id == trade.id).values(**moved))
        for version in session.query(TradeVersion).where(TradeVersion.trade_id == trade.id):
            version.created_at -= earlier
        session.flush()
        session.expire_all()

    return let_pass
