"""The reader's choice of language and of light or dark, made in the frame of every page."""

from __future__ import annotations

from flask import abort, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from marketplace.accounts.redirects import safe_path
from marketplace.i18n import LOCALES
from marketplace.site import bp

THEMES = ("auto", "light", "dark")
_YEAR = 60 * 60 * 24 * 365


@bp.post("/preferences")
def preferences() -> ResponseReturnValue:
    """Remember ``locale`` (in the session) or ``theme`` (in the cookie the frame reads), and go back to ``next``."""
    locale = request.form.get("locale")
    theme = request.form.get("theme")
    if (locale is not None and locale not in LOCALES) or (theme is not None and theme not in THEMES):
        abort(400)
    response = redirect(safe_path(request.form.get("next")) or url_for("site.home"), 303)
    if locale is not None:
        session["locale"] = locale
    if theme is not None:
        response.set_cookie("theme", theme, max_age=_YEAR, samesite="Lax", secure=request.is_secure)
    return response
