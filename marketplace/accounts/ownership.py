"""Who may do what belongs to the owner of the site: the one check every owner's service begins with."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.errors import DomainError


class OwnerOnly(DomainError):
    """The actor is not an owner of the site."""

    status = 403

    def __init__(self) -> None:
        super().__init__(_l("This page is for the owner of the site."), rule="accounts.owner_only")


def require_owner(session: Session, actor_id: int | None) -> User:
    """The acting owner. Raises :class:`OwnerOnly` for everybody else, signed in or not."""
    actor = session.get(User, actor_id) if actor_id is not None else None
    if actor is None or not actor.is_owner or not actor.is_active_account:
        raise OwnerOnly
    return actor


def has_owner(session: Session) -> bool:
    """False until the first account was made through the link printed at the first start."""
    return session.scalar(select(User.id).where(User.is_owner).limit(1)) is not None


def other_active_owners(session: Session, user_id: int) -> int:
    """How many owners would be left without ``user_id``; their rows are locked, so that two cannot leave at once."""
    owners = session.scalars(
        select(User)
        .where(User.is_owner, User.is_active_account)
        .order_by(User.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).all()
    return sum(owner.id != user_id for owner in owners)
