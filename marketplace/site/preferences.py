"""The reader's choice of language and of light or dark, made in the frame of every page."""

from __future__ import annotations

from flask import abort, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from marketplace.accounts.profile import choose_locale
from marketplace.accounts.redirects import safe_path
from marketplace.db import get_session
from marketplace.i18n import LOCALES
from marketplace.site import bp

THEMES = ("auto", "light", "dark")
_YEAR = 60 * 60 * 24 * 365


def _back() -> str:
    """Where the reader was: ``next``, if it is a path of this site."""
    return safe_path(request.form.get("next")) or url_for("site.home")


@bp.post("/locale")
def locale() -> ResponseReturnValue:
    """Keep the language: in the account of whoever is signed in, else for this visit."""
    chosen = request.form.get("locale")
    if chosen not in LOCALES:
        abort(400)
    if current_user.is_authenticated:
        choose_locale(get_session(), current_user.id, chosen)
        session.pop("locale", None)
    else:
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
