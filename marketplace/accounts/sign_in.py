"""Coming in with address and password, and getting back in without the password."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from marketplace.accounts import addresses, passwords
from marketplace.accounts.models import User
from marketplace.accounts.password_links import PasswordLinks
from marketplace.accounts.passwords import PasswordKeeper
from marketplace.accounts.sign_up import new_session_mark
from marketplace.db import now
from marketplace.errors import Refused
from marketplace.jobs import enqueue

RESET_MAIL = "accounts.reset_mail"
"""Kind of the job that sends a reset link (``accounts/jobs.py``)."""


def log_in(session: Session, keeper: PasswordKeeper, *, email: str, password: str) -> User:
    """The account of ``email`` if the password is right.

    Whether the account exists cannot be told from the answer nor from the time it takes. A closed account is
    named as such only to somebody who knows its password.
    """
    address = addresses.normalised_or_none(email)
    user = session.scalar(select(User).where(User.email == address)) if address else None
    if not keeper.verify(user.password_hash if user else None, password) or user is None:
        raise Refused(
            _l("This address and password do not belong together. Check both and try again."), rule="accounts.sign_in.wrong"
        )
    if not user.is_active_account:
        raise Refused(
            _l("This account has been deactivated. The owner of the site can open it again."),
            rule="accounts.sign_in.deactivated",
        )
    if user.password_hash and keeper.is_outdated(user.password_hash):
        user.password_hash = keeper.hash(password)
    user.last_seen_at = now()
    session.flush()
    return user


def request_reset(session: Session, *, email: str, by_mail: bool, locale: str) -> None:
    """Somebody forgot a password. Does the same amount of work whether the account exists.

    By mail, a job looks the account up and writes to it. Without mail, the owner finds the request on the page
    of people and hands a link over.
    """
    address = addresses.normalised_or_none(email)
    if address is None:
        raise Refused(
            _l("This is not an e-mail address. It looks like name@example.org."), rule="accounts.email.invalid", field="email"
        )
    if by_mail:
        enqueue(session, RESET_MAIL, {"email": address, "locale": locale})
        return
    session.execute(update(User).where(User.email == address, User.is_active_account).values(reset_requested_at=now()))


def choose_password(session: Session, keeper: PasswordKeeper, links: PasswordLinks, *, token: str, password: str) -> User:
    """Set the password with a link. Every session and every other link of the account ends."""
    user = links.account(session, token)
    passwords.check_new(password, email=user.email, name=user.name)
    set_password(session, keeper, user, password)
    user.last_seen_at = now()
    session.flush()
    return user


def set_password(session: Session, keeper: PasswordKeeper, user: User, password: str) -> None:
    """Write a checked password and end all sessions of the account."""
    user.password_hash = keeper.hash(password)
    user.session_mark = new_session_mark()
    user.reset_requested_at = None
    session.flush()
