"""What somebody typed into a form that could not be taken just now: kept, and sent again with one click."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeSerializer

_SECRET = ("password", "current", "new")
"""Fields that are never written into a page."""
_LARGEST = 2_000_000
"""Characters of a form that is kept; with more, going one step back in the browser is the better way."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A form as it was sent: where to, the fields in their order, and whether files came with it (they are not kept)."""

    action: str
    fields: tuple[tuple[str, str], ...]
    had_files: bool = False

    def sealed(self) -> str:
        """As a text that may lie in a page: nobody else can make one, so nobody can put words into a reader's form."""
        return str(_serializer().dumps([self.action, self.fields, self.had_files]))


def unsealed(text: str) -> Kept | None:
    """What ``sealed`` made; None for anything else."""
    if not text:
        return None
    try:
        action, fields, had_files = _serializer().loads(text)
    except (BadSignature, ValueError, TypeError):
        return None
    return Kept(action, tuple((name, value) for name, value in fields), bool(had_files))


def kept_form() -> Kept | None:
    """The form of this request, if it came from a page of this site and may be shown again; else None."""
    if request.method != "POST" or request.headers.get("HX-Request") == "true" or not _is_ours():
        return None
    fields = tuple((name, value) for name, value in request.form.items(multi=True) if name != "csrf_token")
    if any(name in _SECRET for name, _value in fields) or sum(len(value) for _name, value in fields) > _LARGEST:
        return None
    return Kept(request.full_path.rstrip("?"), fields, bool(request.files))


def _is_ours() -> bool:
    """Another site's page must not be able to have its form confirmed here by a careless click."""
    origin = request.headers.get("Origin") or request.headers.get("Referer") or ""
    try:
        return bool(origin) and urlsplit(origin).netloc == request.host
    except ValueError:  # No address at all.
        return False


def _serializer() -> URLSafeSerializer:
    key: Any = current_app.config["SECRET_KEY"]
    return URLSafeSerializer(key, salt="kept form")
