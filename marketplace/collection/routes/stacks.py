"""The collection list and what one does with stacks."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from marketplace.collection import bp


@bp.get("/")
def stacks() -> ResponseReturnValue:
    return render_template("site/home.html")


@bp.get("/add")
def add() -> ResponseReturnValue:
    return render_template("site/home.html")


@bp.get("/places")
def places() -> ResponseReturnValue:
    return render_template("site/home.html")
