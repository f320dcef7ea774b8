"""Who sees whose trade binder and wants: members with an account in use, not blocked either way, who show them at all."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, exists, or_, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.errors import NotFound
from marketplace.messages.models import Block
from marketplace.wants.models import TradeProfile


def not_hidden(viewer_id: int) -> ColumnElement[bool]:
    """Conditions on ``User``: the account is in use and neither of the two has blocked the other."""
    return and_(User.is_active_account.is_(True), User.id.not_in(_blocked(viewer_id)))


def shows_lists(viewer_id: int) -> ColumnElement[bool]:
    """Conditions on ``User``: their trade binder and wants are open to this member. One's own always are."""
    closed = exists().where(TradeProfile.user_id == User.id, TradeProfile.visibility == "nobody")
    return or_(User.id == viewer_id, and_(not_hidden(viewer_id), ~closed))


def _blocked(viewer_id: int) -> ColumnElement[int]:
    by_me = select(Block.blocked_id).where(Block.blocker_id == viewer_id)
    return by_me.union_all(select(Block.blocker_id).where(Block.blocked_id == viewer_id))  # type: ignore[return-value]


def person_for(session: Session, viewer_id: int, user_id: int, *, lists: bool = False) -> User:
    """The member; raises NotFound for one who is hidden from the viewer.

    With ``lists`` also for one whose binder and wants are closed.
    """
    allowed = shows_lists(viewer_id) if lists else or_(User.id == viewer_id, not_hidden(viewer_id))
    user = session.scalar(select(User).where(User.id == user_id, allowed))
    if user is None:
        raise NotFound
    return user
