"""Front page, health check, language and theme choice."""

from __future__ import annotations

from flask import abort, current_app, jsonify, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy import func, select

from marketplace.catalogue.models import Card
from marketplace.db import get_session
from marketplace.site import bp


@bp.get("/")
def home() -> ResponseReturnValue:
    return render_template("site/home.html")


@bp.get("/healthz")
def healthz() -> ResponseReturnValue:
    """Is the site up: 200 with the number of cards it knows."""
    from marketplace import __version__

    cards = get_session().scalar(select(func.count()).select_from(Card).where(Card.added_by_id.is_(None)))
    return jsonify({"status": "ok", "version": __version__, "cards": cards})


@bp.get("/styleguide")
def styleguide() -> ResponseReturnValue:
    settings = current_app.config["SETTINGS"]
    if not (settings.debug or settings.testing):
        abort(404)
    return render_template("site/styleguide.html")
