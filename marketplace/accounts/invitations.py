"""Invitation links: made by an owner, or by the site itself for its first owner. Only the hash of a link is kept."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from flask_babel import lazy_gettext as _l
from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.engine import CursorResult
from sqlalchemy.orm import Session

from marketplace.accounts.models import Invitation
from marketplace.accounts.ownership import has_owner, require_owner
from marketplace.db import now
from marketplace.errors import DomainError, NotFound, Refused

MOST_USES = 100
MOST_DAYS = 365


class InvitationVoid(DomainError):
    """The link was used up, revoked, ran out, or was never ours."""

    status = 410

    def __init__(self) -> None:
        super().__init__(
            _l("This invitation has been used, withdrawn or has run out. Ask the person who sent it for a new one."),
            rule="accounts.invitation.void",
        )


def hashed(token: str) -> str:
    # The token is 192 random bits: a plain hash is enough, there is nothing to guess.
    return hashlib.sha256(token.encode()).hexdigest()


def invite(session: Session, actor_id: int, *, uses: int = 1, days: int | None = 14, note: str = "") -> tuple[Invitation, str]:
    """A new invitation and its token, which cannot be shown again. ``days`` None: it never runs out."""
    actor = require_owner(session, actor_id)
    if not 1 <= uses <= MOST_USES:
        raise Refused(_l("Choose from 1 to %(most)d people.", most=MOST_USES), rule="accounts.invitation.uses", field="uses")
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise Refused(_l("Choose from 1 to %(most)d days.", most=MOST_DAYS), rule="accounts.invitation.days", field="days")
    token = secrets.token_urlsafe(24)
    made = Invitation(
        token_hash=hashed(token),
        note=" ".join(note.replace("\x00", " ").split())[:200],
        created_by_id=actor.id,
        uses_left=uses,
        expires_at=now() + timedelta(days=days) if days is not None else None,
    )
    session.add(made)
    session.flush()
    return made, token


def revoke(session: Session, actor_id: int, invitation_id: int) -> None:
    """Nobody can use the link from now on. Accounts it already made stay."""
    require_owner(session, actor_id)
    found = session.get(Invitation, invitation_id)
    if found is None or found.makes_owner:
        raise NotFound
    if found.revoked_at is None:
        found.revoked_at = now()
        session.flush()


def open_invitations(session: Session, actor_id: int) -> list[Invitation]:
    """Invitations somebody can still use, newest first."""
    require_owner(session, actor_id)
    wanted = select(Invitation).where(*_usable(), Invitation.makes_owner.is_(False)).order_by(Invitation.id.desc())
    return list(session.scalars(wanted))


def find_open(session: Session, token: str) -> Invitation:
    """The invitation behind ``token``, not yet used. Raises :class:`InvitationVoid`."""
    found = session.scalar(select(Invitation).where(Invitation.token_hash == hashed(token), *_usable()))
    if found is None or (found.makes_owner and has_owner(session)):
        raise InvitationVoid
    return found


def use(session: Session, token: str) -> Invitation:
    """Take one use of the invitation. Of two people who come at once for the last use, one gets it.

    The count is lowered in one statement, so that the second waits for the first and then finds nothing left.
    """
    taken = session.execute(
        update(Invitation)
        .where(Invitation.token_hash == hashed(token), *_usable())
        .values(uses_left=Invitation.uses_left - 1)
        .execution_options(synchronize_session=False)
    )
    assert isinstance(taken, CursorResult)
    if taken.rowcount != 1:
        raise InvitationVoid
    found = session.scalar(
        select(Invitation).where(Invitation.token_hash == hashed(token)).execution_options(populate_existing=True)
    )
    if found is None or (found.makes_owner and has_owner(session)):
        raise InvitationVoid
    return found


def owner_link_token(session: Session) -> str | None:
    """A new one-time token for the site's first owner; None when the site has one. Older ones are void from now on."""
    session.execute(delete(Invitation).where(Invitation.makes_owner))
    if has_owner(session):
        return None
    token = secrets.token_urlsafe(24)
    session.add(Invitation(token_hash=hashed(token), makes_owner=True, uses_left=1))
    session.flush()
    return token


def _usable() -> tuple[ColumnElement[bool], ...]:
    moment = now()
    return (
        Invitation.uses_left > 0,
        Invitation.revoked_at.is_(None),
        (Invitation.expires_at.is_(None)) | (Invitation.expires_at > moment),
    )
