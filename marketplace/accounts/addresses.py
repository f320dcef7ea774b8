"""E-mail addresses: one spelling per mailbox, checked for shape only (nothing is looked up on the network)."""

from __future__ import annotations

import unicodedata

from email_validator import EmailNotValidError, validate_email
from flask_babel import lazy_gettext as _l

from marketplace.errors import Refused

LONGEST = 254


def normalised(text: str) -> str:
    """The one spelling of an address, in lower case. Raises :class:`Refused` (field ``email``).

    Addresses of a home network (``marie@home.lan``) are fine: a self-hosted site may never send mail to the world.
    """
    try:
        # Full-width letters of a Japanese keyboard are the same letters.
        plain = unicodedata.normalize("NFKC", text.strip())
        found = validate_email(plain, check_deliverability=False, globally_deliverable=False)
    except EmailNotValidError:
        found = None
    if found is None or len(found.normalized) > LONGEST or "." not in found.domain.strip("."):
        raise Refused(
            _l("This is not an e-mail address. It looks like name@example.org."), rule="accounts.email.invalid", field="email"
        )
    return found.normalized.lower()


def normalised_or_none(text: str) -> str | None:
    """The same for looking an account up: None when ``text`` is no address, so that nobody can be found by it."""
    try:
        return normalised(text)
    except Refused:
        return None
