"""Live marks: a number per person that grows with everything that concerns them, so that open pages look again.

Marks are written once, at the end of the transaction and in the order of user ids: two transactions that concern the
same people in another order cannot wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import event, literal, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, SessionTransaction

from marketplace.accounts.models import User
from marketplace.messages.models import LiveMark

_TOUCHED = "messages.touched"


def touch(session: Session, user_ids: Iterable[int]) -> None:
    """Make the open pages of these people look again, once this transaction has been committed."""
    session.info.setdefault(_TOUCHED, set()).update(user_ids)


def versions(session: Session, user_ids: Iterable[int]) -> dict[int, int]:
    """The marks of these people; 0 for somebody nothing has happened to yet."""
    wanted = list(user_ids)
    found = session.execute(select(LiveMark.user_id, LiveMark.version).where(LiveMark.user_id.in_(wanted)))
    return dict.fromkeys(wanted, 0) | {mark.user_id: mark.version for mark in found}


@event.listens_for(Session, "before_commit")
def _write_marks(session: Session) -> None:
    if session.in_nested_transaction():
        return  # A savepoint ends; the transaction goes on.
    touched = session.info.pop(_TOUCHED, None)
    if touched:
        session.flush()
        session.execute(_grown(session, touched))


@event.listens_for(Session, "after_soft_rollback")
def _forget_marks(session: Session, ended: SessionTransaction) -> None:
    if not ended.nested:
        session.info.pop(_TOUCHED, None)


def _grown(session: Session, user_ids: set[int]) -> Any:
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    # Out of the accounts: one that is deleted in this very transaction needs no mark.
    there = select(User.id, literal(1)).where(User.id.in_(user_ids)).order_by(User.id)
    return (
        insert(LiveMark)
        .from_select(["user_id", "version"], there)
        .on_conflict_do_update(index_elements=[LiveMark.user_id], set_={"version": LiveMark.version + 1})
    )
