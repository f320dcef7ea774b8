"""The reader's choice of language and of light or dark, made in the frame of every page."""

from __future__ import annotations

from flask import abort, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from marketplace.accounts.redirects import safe_path
from marketplace.i18n import LOCALES
from marketplace.site import bp

THEMES = ("auto", "light", "dark")
_YEAR = 60 * 60 * 24 * 365


def _back() -> str:
    """Where the reader was: ``next``, if it is a path of this site."""
    return safe_path(request.form.get("next")) or url_for("site.home")


@bp.post("/locale")
def locale() -> ResponseReturnValue:
    """Keep the language for this visit; signing in carries it over to the account (accounts.routes)."""
    chosen = request.form.get("locale")
    if chosen not in LOCALES:
        abort(400)
    session["locale"] = chosen
    return redirect(_back(), 303)


@bp.post("/theme")
def theme() -> ResponseReturnValue:
    """Keep light, dark or auto in the cookie that the frame of every page reads."""
    chosen = request.form.get("theme")
    if chosen not in THEMES:
        abort(400)
    response = redirect(_back(), 303)
    response.set_cookie("theme", chosen, max_age=_YEAR, samesite="Lax", secure=request.is_secure)
    return response
