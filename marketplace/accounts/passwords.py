"""Passwords: how they are kept, and which ones are refused."""

from __future__ import annotations

import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from flask_babel import lazy_gettext as _l

from marketplace.accounts.common_passwords import COMMON
from marketplace.accounts.names import folded
from marketplace.errors import Refused

SHORTEST, LONGEST = 8, 200

# 19 MiB and two passes: OWASP's figures for argon2id, about 30 ms, and small enough for a Raspberry Pi.
_STRONG = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class PasswordKeeper:
    """Hashes and verifies. ``testing`` makes it quick; never use that outside tests."""

    def __init__(self, *, testing: bool = False) -> None:
        self._hasher = _QUICK if testing else _STRONG
        self._nobody = self._hasher.hash(secrets.token_urlsafe(24))

    def hash(self, password: str) -> str:
        return self._hasher.hash(_composed(password))

    def verify(self, password_hash: str | None, password: str) -> bool:
        """True if the password is right. Takes as long when there is no account, so that time gives nobody away."""
        try:
            self._hasher.verify(password_hash or self._nobody, _composed(password))
        except (VerificationError, InvalidHashError):
            return False
        return bool(password_hash)

    def is_outdated(self, password_hash: str) -> bool:
        """True if the hash was made with other parameters than today's and should be made anew."""
        return self._hasher.check_needs_rehash(password_hash)


def check_new(password: str, *, email: str = "", name: str = "", field: str = "password") -> None:
    """Refuse a password that is short or among the first an attacker would try."""
    if len(password) < SHORTEST:
        raise Refused(
            _l("Use at least %(count)d characters. A short sentence is easy to remember.", count=SHORTEST),
            rule="accounts.password.short",
            field=field,
        )
    if len(password) > LONGEST:
        raise Refused(_l("Use at most %(count)d characters.", count=LONGEST), rule="accounts.password.long", field=field)
    plain = folded(password)
    own = {folded(email), folded(email.partition("@")[0]), folded(name)} - {""}
    if plain in own:
        raise Refused(_l("Do not use your name or address as the password."), rule="accounts.password.own_name", field=field)
    if plain in COMMON or plain.rstrip("0123456789") in COMMON or len(set(password)) < 4:
        raise Refused(
            _l("This password is among the first that are tried. Choose another one."),
            rule="accounts.password.common",
            field=field,
        )


def _composed(password: str) -> str:
    # The same key presses give different code points on different systems; both must open the account.
    return unicodedata.normalize("NFKC", password)
