"""Who sees whose trade binder and want list, as conditions for a query."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Select, or_, select

from marketplace.accounts.models import User
from marketplace.wants.models import Want
from marketplace.wants.visible_people import shows_lists


def members_for(viewer_id: int) -> Select[int]:
    """Ids of the other members whose trade binder and want list ``viewer_id`` may see.

    Without accounts that are closed, people who hide their lists, and pairs of whom one has blocked the other.
    """
    return select(User.id).where(User.id != viewer_id, shows_lists(viewer_id))


def wants_seen_by(viewer_id: int, *, holders: bool) -> ColumnElement[bool]:
    """Condition on ``Want``: those the viewer may see; with ``holders`` also those shown only to who has a matching copy.

    The caller of ``holders=True`` must drop wants the viewer has no matching copy for.
    """
    shown = ("members", "holders") if holders else ("members",)
    return or_(Want.user_id == viewer_id, Want.user_id.in_(members_for(viewer_id)) & Want.visibility.in_(shown))
