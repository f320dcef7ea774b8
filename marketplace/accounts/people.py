"""What an owner does with other people's accounts."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.accounts.names import folded
from marketplace.accounts.ownership import other_active_owners, require_owner
from marketplace.accounts.password_links import PasswordLinks
from marketplace.accounts.sign_up import new_session_mark
from marketplace.errors import NotFound, Refused

PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class People:
    """One page of the list of accounts."""

    users: list[User]
    total: int
    page: int
    pages: int


def list_people(session: Session, actor_id: int, *, text: str = "", page: int = 1) -> People:
    """Accounts whose name or address contains ``text``, owners first, then by name."""
    require_owner(session, actor_id)
    wanted = select(User)
    text = text.strip()
    if text:
        conditions = [User.email.contains(text.lower(), autoescape=True)]
        if key := folded(text):
            conditions.append(User.name_folded.contains(key, autoescape=True))
        wanted = wanted.where(or_(*conditions))
    total = session.scalar(select(func.count()).select_from(wanted.subquery())) or 0
    pages = max(1, -(-total // PER_PAGE))
    page = min(max(1, page), pages)
    order = (User.is_owner.desc(), User.name_folded, User.id)
    users = session.scalars(wanted.order_by(*order).limit(PER_PAGE).offset((page - 1) * PER_PAGE))
    return People(list(users), total, page, pages)


def waiting_resets(session: Session, actor_id: int) -> list[User]:
    """Accounts that asked for a new password and wait for a link, longest waiting first."""
    require_owner(session, actor_id)
    wanted = select(User).where(User.reset_requested_at.is_not(None), User.is_active_account)
    return list(session.scalars(wanted.order_by(User.reset_requested_at, User.id)))


def hand_over_link(session: Session, links: PasswordLinks, actor_id: int, user_id: int) -> tuple[User, str]:
    """The account and the token of a link with which it chooses a new password. The request counts as answered."""
    require_owner(session, actor_id)
    user = _person(session, user_id)
    if not user.is_active_account:
        raise Refused(_l("This account is deactivated. Reactivate it first."), rule="accounts.person.deactivated")
    user.reset_requested_at = None
    session.flush()
    return user, links.token(user, handed_over=True)


def dismiss_reset(session: Session, actor_id: int, user_id: int) -> User:
    """The owner does not answer a request: it leaves the list."""
    require_owner(session, actor_id)
    user = _person(session, user_id)
    user.reset_requested_at = None
    session.flush()
    return user


def make_owner(session: Session, actor_id: int, user_id: int) -> User:
    """Another person may do everything the actor may."""
    require_owner(session, actor_id)
    user = _person(session, user_id)
    if not user.is_active_account:
        raise Refused(_l("This account is deactivated. Reactivate it first."), rule="accounts.person.deactivated")
    user.is_owner = True
    session.flush()
    return user


def end_ownership(session: Session, actor_id: int, user_id: int) -> User:
    """An owner becomes a member like the others. The last owner stays one."""
    require_owner(session, actor_id)
    _refuse_last_owner(session, user_id)
    user = _person(session, user_id)
    user.is_owner = False
    session.flush()
    return user


def deactivate(session: Session, actor_id: int, user_id: int) -> User:
    """Close an account: its sessions end at once, nothing of it is deleted."""
    require_owner(session, actor_id)
    _refuse_last_owner(session, user_id)
    user = _person(session, user_id)
    user.is_active_account = False
    user.is_owner = False
    user.session_mark = new_session_mark()
    user.reset_requested_at = None
    session.flush()
    return user


def reactivate(session: Session, actor_id: int, user_id: int) -> User:
    """Open a closed account again, as a member."""
    require_owner(session, actor_id)
    user = _person(session, user_id)
    user.is_active_account = True
    session.flush()
    return user


def _person(session: Session, user_id: int) -> User:
    user = session.get(User, user_id)
    if user is None:
        raise NotFound
    return user


def _refuse_last_owner(session: Session, user_id: int) -> None:
    user = _person(session, user_id)
    if not other_active_owners(session, user_id) and user.is_owner:
        raise Refused(_l("A site needs an owner. Make somebody else an owner first."), rule="accounts.owner.last")
