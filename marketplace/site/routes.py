"""Front page and health check."""

from __future__ import annotations

from flask import abort, current_app, jsonify, render_template
from flask.typing import ResponseReturnValue
from flask_login import current_user
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from marketplace.accounts.sign_up import door
from marketplace.catalogue.models import Card, CardName, Printing
from marketplace.db import get_session
from marketplace.i18n import current_locale
from marketplace.site import bp
from marketplace.site.dashboard import dashboard


@bp.get("/")
def home() -> ResponseReturnValue:
    """What the site is, for visitors; where the collection stands, for collectors."""
    session = get_session()
    if current_user.is_authenticated:
        return render_template("site/home.html", board=dashboard(session, current_user.id, current_locale()))
    counts = {
        "cards": session.scalar(select(func.count()).select_from(Card).where(Card.added_by_id.is_(None))) or 0,
        "printings": session.scalar(select(func.count()).select_from(Printing).where(Printing.added_by_id.is_(None))) or 0,
        "languages": session.scalar(select(func.count(CardName.language.distinct()))) or 0,
    }
    return render_template("site/welcome.html", counts=counts, door=door(session))


@bp.get("/healthz")
def healthz() -> ResponseReturnValue:
    """Is the site up: 200 with the number of cards it knows; 503 when its database does not answer."""
    from marketplace import __version__

    try:
        cards = get_session().scalar(select(func.count()).select_from(Card).where(Card.added_by_id.is_(None)))
    except SQLAlchemyError:
        current_app.logger.exception("the database does not answer")
        return jsonify({"status": "unavailable", "version": __version__, "cards": None}), 503
    return jsonify({"status": "ok", "version": __version__, "cards": cards})


@bp.get("/styleguide")
def styleguide() -> ResponseReturnValue:
    settings = current_app.config["SETTINGS"]
    if not (settings.debug or settings.testing):
        abort(404)
    return render_template("site/styleguide.html")
