"""Signed links that let somebody choose a password: they run out, and work once.

The link carries a fingerprint of the account's password hash, session mark and address: as soon as one of them
changes, by this link or otherwise, every link made before is void. Nothing needs to be stored.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import timedelta

from flask_babel import lazy_gettext as _l
from itsdangerous import BadData, URLSafeTimedSerializer
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.db import now
from marketplace.errors import DomainError

RESET_LIFETIME = timedelta(hours=2)
"""Of a link somebody asked for on the "forgotten password" page and got by mail."""
HANDED_OVER_LIFETIME = timedelta(days=7)
"""Of a link the owner hands over, which may wait for the next club evening."""

_LIFETIMES = {"r": RESET_LIFETIME, "h": HANDED_OVER_LIFETIME}


class LinkVoid(DomainError):
    """The link ran out, was used, or was never ours."""

    status = 410

    def __init__(self) -> None:
        super().__init__(
            _l("This link has been used or has run out. Ask for a new one on the page “Forgotten password”."),
            rule="accounts.link.void",
        )


class PasswordLinks:
    """Makes and reads the tokens of password links with the site's secret key."""

    def __init__(self, secret_key: str) -> None:
        self._serializer = URLSafeTimedSerializer(secret_key, salt="accounts.password-link")

    def token(self, user: User, *, handed_over: bool = False) -> str:
        return self._serializer.dumps([user.id, "h" if handed_over else "r", _fingerprint(user)])

    def account(self, session: Session, token: str) -> User:
        """The account ``token`` lets choose a password. Raises :class:`LinkVoid`."""
        try:
            (user_id, kind, fingerprint), made_at = self._serializer.loads(token, return_timestamp=True)
            lifetime = _LIFETIMES[kind]
        except (BadData, ValueError, TypeError, KeyError):
            raise LinkVoid from None
        if now() - made_at > lifetime:
            raise LinkVoid
        user = session.get(User, user_id, with_for_update=True, populate_existing=True) if isinstance(user_id, int) else None
        if user is None or not user.is_active_account or not hmac.compare_digest(_fingerprint(user), str(fingerprint)):
            raise LinkVoid
        return user


def _fingerprint(user: User) -> str:
    state = "\n".join((user.email, user.session_mark, user.password_hash or ""))
    return hashlib.sha256(state.encode()).hexdigest()[:24]
