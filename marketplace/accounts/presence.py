"""When somebody was last here, for others who ask themselves whether an offer would be read."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import or_, update

from marketplace.accounts.models import User
from marketplace.db import Database, now

COARSE = timedelta(hours=6)
"""How exact it is: others read days and months, and a visit of many pages writes once."""


def is_old(last_seen_at: datetime | None) -> bool:
    return last_seen_at is None or last_seen_at < now() - COARSE


def note(database: Database, user_id: int) -> None:
    """Write down that the account opens pages, in a transaction of its own: most pages only read."""
    with database.write() as session:
        stale = or_(User.last_seen_at.is_(None), User.last_seen_at < now() - COARSE)
        session.execute(update(User).where(User.id == user_id, stale).values(last_seen_at=now()))
