"""Users for tests."""

from __future__ import annotations

import itertools

from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.db import now

_numbers = itertools.count(1)


def user(session: Session, name: str = "", *, is_owner: bool = False, locale: str = "en") -> User:
    """A user who can log in through the ``log_in`` fixture (no password is set)."""
    name = name or f"collector{next(_numbers)}"
    account = User(
        email=f"{name.lower()}@example.org",
        name=name,
        name_folded=name.lower(),
        session_mark="test",
        is_owner=is_owner,
        locale=locale,
        last_seen_at=now(),
    )
    session.add(account)
    session.flush()
    return account
