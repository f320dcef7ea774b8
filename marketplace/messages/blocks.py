"""Blocks: who does not want to hear from whom. A block works both ways, and nobody is told whose it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from flask_babel import lazy_gettext as _l
from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.accounts.own_row import lock_account
from marketplace.errors import NotFound, Refused
from marketplace.messages.models import Block


class Blocked(NamedTuple):
    """Somebody a person has blocked."""

    user_id: int
    name: str


def is_blocked(session: Session, one_id: int, other_id: int) -> bool:
    """Whether either of the two has blocked the other."""
    return bool(blocked_among(session, one_id, [other_id]))


def blocked_among(session: Session, user_id: int, other_ids: Iterable[int]) -> set[int]:
    """Those of ``other_ids`` between whom and ``user_id`` stands a block, either way."""
    others = list(other_ids)
    if not others:
        return set()
    found = session.execute(
        select(Block.blocker_id, Block.blocked_id).where(
            or_(
                and_(Block.blocker_id == user_id, Block.blocked_id.in_(others)),
                and_(Block.blocked_id == user_id, Block.blocker_id.in_(others)),
            )
        )
    )
    return {blocked if blocker == user_id else blocker for blocker, blocked in found}


def has_blocked(session: Session, user_id: int, other_id: int) -> bool:
    """Whether ``user_id`` is the one who blocked: only that person may be shown this."""
    return session.get(Block, (user_id, other_id)) is not None


def block(session: Session, user_id: int, other_id: int) -> None:
    """No messages and offers between the two any more. Blocking twice is blocking."""
    if session.get(User, other_id) is None:
        raise NotFound
    if user_id == other_id:
        raise Refused(_l("You cannot block yourself."), rule="messages.block.self")
    lock_account(session, user_id)
    if not has_blocked(session, user_id, other_id):
        session.add(Block(blocker_id=user_id, blocked_id=other_id))
        session.flush()


def unblock(session: Session, user_id: int, other_id: int) -> None:
    """Take the own block back; the other's, if there is one, stays."""
    lock_account(session, user_id)
    mine = session.get(Block, (user_id, other_id))
    if mine is not None:
        session.delete(mine)
        session.flush()


def blocked_people(session: Session, user_id: int) -> Sequence[Blocked]:
    """Whom a person has blocked, by name."""
    found = session.execute(
        select(User.id, User.name)
        .join(Block, Block.blocked_id == User.id)
        .where(Block.blocker_id == user_id)
        .order_by(User.name)
    )
    return [Blocked(person, name) for person, name in found]
