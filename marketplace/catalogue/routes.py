"""Pages of the catalogue."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from marketplace.catalogue import bp


@bp.get("/cards")
def cards() -> ResponseReturnValue:
    return render_template("site/home.html")


@bp.get("/sets")
def sets() -> ResponseReturnValue:
    return render_template("site/home.html")
