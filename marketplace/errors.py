"""What a service may raise, and the page or JSON a visitor gets for it.

A service never answers a request: it raises one of these, and the edge turns it into words.
"""

from __future__ import annotations

from typing import Any, TypeAlias
from urllib.parse import urlsplit

from flask import Flask, current_app, g, jsonify, redirect, render_template, request, url_for
from flask_babel import LazyString, gettext, lazy_gettext
from flask_limiter import RateLimitExceeded
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import BadHost, HTTPException

from marketplace.db import get_db
from marketplace.kept import Kept, kept_form

Words: TypeAlias = str | LazyString


class DomainError(Exception):
    """Something the user asked for that cannot be done, with the reason in words."""

    status = 422

    def __init__(self, message: Words, *, rule: str = "", field: str = "", **facts: object) -> None:
        super().__init__(str(rule or "domain"))
        self.message = message
        self.rule = rule
        self.field = field
        self.facts = facts


class Refused(DomainError):
    """A business rule says no: ``rule`` is its id, ``field`` the form field it concerns (may be empty)."""


class NotFound(DomainError):
    """The object does not exist or belongs to somebody else: a visitor cannot tell which."""

    status = 404

    def __init__(self, message: Words | None = None) -> None:
        super().__init__(message or lazy_gettext("We could not find that page."), rule="not_found")


class Conflict(DomainError):
    """The object changed since the user read it."""

    status = 409


def wants_json() -> bool:
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"


def refusal_json(error: DomainError) -> dict[str, Any]:
    """The one JSON shape of a refusal."""
    return {"ok": False, "rule": error.rule, "message": str(error.message), "facts": error.facts}


def init_app(app: Flask) -> None:
    @app.errorhandler(DomainError)
    def _domain(error: DomainError) -> Any:
        if wants_json():
            return jsonify(refusal_json(error)), error.status
        return _page(error.status, str(error.message))

    @app.errorhandler(CSRFError)
    def _csrf(_error: CSRFError) -> Any:
        kept = kept_form()
        if kept is not None and not wants_json():
            return _send_again(400, gettext("Please send it once more"), gettext("The page was open for too long."), kept)
        return _page(
            400, gettext("This form was open for too long or in another session. Go back, reload the page and send it again.")
        )

    @app.errorhandler(RateLimitExceeded)
    def _limited(_error: RateLimitExceeded) -> Any:
        words = gettext("Too many attempts in a short time. Wait a minute and try again.")
        kept = kept_form()
        if kept is not None and not wants_json():
            return _send_again(429, gettext("Please send it once more"), words, kept)
        return _page(429, words)

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Any:
        code = error.code or 500
        if code < 400:
            return error
        if isinstance(error, BadHost):
            return error  # No address of a page can be made for it, so that no page of ours can be shown.
        if code == 404 and (place := _without_slash()):
            return redirect(place, code=308)
        words = {
            400: gettext("We could not read what was sent. Go back and try again."),
            403: gettext("This page is for the owner of the site."),
            404: gettext("We could not find that page."),
            405: gettext("That page does not take this kind of request."),
            413: gettext("That is too large. The largest upload is %(mb)d MB.", mb=app.config["SETTINGS"].max_upload_mb),
        }
        return _page(code, words.get(code, error.description or error.name), back=back_link() if code == 413 else None)

    @app.errorhandler(OperationalError)
    def _database(error: OperationalError) -> Any:
        if not is_locked(error):
            return _unexpected(error)
        # Waiting for the lock once more, to find out who is signed in, would double the wait.
        for_writing = g.pop("session", None)
        if for_writing is not None:
            for_writing.close()
        g.session = get_db().session()
        words = gettext("The site is writing something long, such as a new card list. Nothing of yours was changed yet.")
        if wants_json() or request.headers.get("HX-Request") == "true":
            return _page(503, words)
        return _send_again(503, gettext("The site is busy"), words, kept_form())

    @app.errorhandler(Exception)
    def _unexpected(error: Exception) -> Any:
        if app.config["PROPAGATE_EXCEPTIONS"]:
            raise error
        app.logger.exception("unexpected error on %s %s", request.method, request.path)
        if "session" in g:
            g.session.rollback()  # After a failed flush it answers nothing else, and the page asks who is signed in.
        return _page(500, gettext("Something went wrong on our side. Nothing was changed."))


def _without_slash() -> str | None:
    """The page meant by an address with a slash too many at its end, as ``/trades/`` for ``/trades``."""
    if request.method not in ("GET", "HEAD") or not request.path.endswith("/"):
        return None
    try:
        endpoint, values = current_app.create_url_adapter(request).match(request.path.rstrip("/"), "GET")  # type: ignore[union-attr]
    except HTTPException:
        return None
    place = url_for(endpoint, **values)  # Built, not taken from the address: it stays on this site.
    query = request.query_string.decode("latin-1")
    return f"{place}?{query}" if query else place


def is_locked(error: OperationalError) -> bool:
    """Whether SQLite's write lock did not come free in time."""
    return "database is locked" in str(error.orig)


def _send_again(status: int, title: str, message: str, kept: Kept | None) -> Any:
    page = render_template("errors/send_again.html", status=status, title=title, message=message, kept=kept, back=back_link())
    return page, status, {"Retry-After": "10"} if status == 503 else {}


def back_link() -> str | None:
    """The page of this site a form came from; None where the browser names none, another site's or no address at all."""
    try:
        parts = urlsplit(request.referrer or "")
    except ValueError:
        return None
    if parts.netloc != request.host:
        return None
    path = "/" + parts.path.lstrip("/\\")  # With two of them a browser would read the name of another site.
    return path + (f"?{parts.query}" if parts.query else "")


def _page(status: int, message: str, back: str | None = None) -> Any:
    if wants_json():
        return jsonify({"ok": False, "rule": f"http.{status}", "message": message, "facts": {}}), status
    return render_template("errors/error.html", status=status, message=message, back=back), status
