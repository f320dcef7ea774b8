"""Where to go after signing in: back to where somebody was, and never off the site."""

from __future__ import annotations

import unicodedata
from urllib.parse import urlsplit


def safe_path(target: str | None) -> str | None:
    """``target`` if it is a path of this site, else None.

    Browsers read ``//host``, ``/\\host`` and addresses with control characters in them as another site's.
    """
    if not target or not target.startswith("/") or target.startswith("//") or "\\" in target or len(target) > 2000:
        return None
    if any(unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp") for character in target):
        return None
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    return None if parts.scheme or parts.netloc else target


def path_of(address: str | None, host: str) -> str | None:
    """The path of an address of this site (a ``Referer``), else None."""
    if not address:
        return None
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    if parts.netloc != host:
        return None
    return safe_path(parts.path + (f"?{parts.query}" if parts.query else ""))
