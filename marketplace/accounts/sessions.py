"""What a session says about itself, and how it ends.

The identity in a cookie is ``account:mark:key``. The mark is the account's: renewing it ends all its sessions. The key is
this sign-in's own: its moment and a random part. Signing out writes the key's hash down, so that a copy of the cookie ends,
too. A key is refused after ``LONGEST_DAYS`` anyway, and its hash is forgotten then.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import EndedSession, User
from marketplace.db import now

LONGEST_DAYS = 60
"""How long a sign-in lasts at most."""
_DAY = 86_400


def new_key() -> str:
    """A key for a sign-in that begins now."""
    return f"{int(time.time()):x}.{secrets.token_urlsafe(18)}"


def account_of(session: Session, identity: str) -> User | None:
    """The account of an identity; None once its mark was renewed, its key was ended or is too old, or the account closed."""
    number, _colon, rest = identity.partition(":")
    mark, _colon, key = rest.partition(":")
    if not (number.isascii() and number.isdecimal() and len(number) < 19) or not _is_young(key):
        return None
    ended = exists().where(EndedSession.key_hash == _hashed(key))
    return session.scalar(select(User).where(User.id == int(number), User.session_mark == mark, User.is_active_account, ~ended))


def still_valid(session: Session, identities: Iterable[str]) -> set[str]:
    """Those of these identities that :func:`account_of` would still take, with two questions for all of them."""
    parts = {identity: identity.split(":", 2) for identity in identities}
    accounts = {int(number) for number, _mark, _key in parts.values()}
    marks = select(User.id, User.session_mark).where(User.id.in_(accounts), User.is_active_account)
    hashes = {identity: _hashed(key) for identity, (_number, _mark, key) in parts.items()}
    known = {(str(user_id), mark) for user_id, mark in session.execute(marks)}
    ended = set(session.scalars(select(EndedSession.key_hash).where(EndedSession.key_hash.in_(hashes.values()))))
    return {
        identity
        for identity, (number, mark, key) in parts.items()
        if (number, mark) in known and hashes[identity] not in ended and _is_young(key)
    }


def end(session: Session, identity: str) -> None:
    """End the sign-in of ``identity`` wherever a copy of its cookie lies. Harmless when it has ended already."""
    user = account_of(session, identity)
    if user is None:
        return
    session.execute(delete(EndedSession).where(EndedSession.ended_at < now() - timedelta(days=LONGEST_DAYS)))
    session.add(EndedSession(key_hash=_hashed(identity.split(":", 2)[2]), user_id=user.id))
    session.flush()


def _is_young(key: str) -> bool:
    began, _dot, rest = key.partition(".")
    try:
        age = time.time() - int(began, 16)
    except ValueError:
        return False
    return bool(rest) and -_DAY < age < LONGEST_DAYS * _DAY


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
