"""One writer at a time for what belongs to one account and has no row to lock yet."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User


def lock_account(session: Session, user_id: int) -> None:
    """Let no other transaction that asks for the same pass before this one ends; ask before looking whether a row is there.

    A form sent twice at the same moment would otherwise find no row twice and write it twice, which the database
    refuses. On SQLite a transaction that writes is alone anyway.
    """
    session.execute(select(User.id).where(User.id == user_id).with_for_update(key_share=True))
