"""The page of a duel as an answer: whole, or only its regions for a page that is open already."""

from __future__ import annotations

from flask import Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user

from marketplace.db import get_session
from marketplace.duels import bp, match_page, saving
from marketplace.duels.models import PracticeDuel
from marketplace.duels.page import PILES, duel_page
from marketplace.duels.table import Table
from marketplace.duels.undo import rules_version
from marketplace.i18n import current_locale

REGIONS = "text/vnd.duelfolio.regions"


def person_key() -> str:
    """Rate limits count per person."""
    return f"person:{current_user.id}" if current_user.is_authenticated else "person:-"


def wants_regions() -> bool:
    """Whether the open page takes the answer itself."""
    return "HX-Request" in request.headers or REGIONS in request.headers.get("Accept", "")


def show(row: PracticeDuel, table: Table, *, notice: str = "", status: int = 200) -> Response:
    """The duel as it stands, with a sentence about what has just been refused. The table is given out of hand."""
    if not notice and row.rules_version != rules_version() and row.is_running:
        notice = _("The rules of this site have been improved since the duel began. It goes on; its replay may differ.")
    page = duel_page(get_session(), table, row, current_locale(), _opened_card(), _opened_pile(), notice, _whole_log())
    page.match = match_page.line_of(get_session(), row)
    template = "duels/_regions.html" if wants_regions() else "duels/table.html"
    response = make_response(render_template(template, page=page), status)
    saving.put_back(row, table)
    return uncached(response)


def show_current(user_id: int, duel_id: int, *, notice: str = "", status: int = 200) -> Response:
    """The duel as the database has it now."""
    get_session().rollback()  # What this request has read so far may be what has been overtaken.
    row = saving.get_duel(get_session(), user_id, duel_id)
    get_session().refresh(row, ["snapshot", "version", "waiting", "status", "result", "reason", "turn"])
    return show(row, saving.table_of(row), notice=notice, status=status)


@bp.errorhandler(saving.CannotBeRead)
def _unreadable(error: saving.CannotBeRead) -> Response:
    """A duel without a board that can be shown: why, and what can be done with it."""
    row = error.row
    page = render_template("duels/unreadable.html", duel=row, message=error.message, rule=error.rule)
    return uncached(make_response(page, error.status))


def uncached(response: Response) -> Response:
    """A page of a duel is right only now: going back must not show an old question."""
    response.headers["Cache-Control"] = "no-store"
    return response


def done(row: PracticeDuel, table: Table) -> ResponseReturnValue:
    """The answer to an act that was done."""
    if wants_regions():
        return show(row, table)
    saving.put_back(row, table)
    return uncached(make_response(redirect(url_for("duels.table", duel_id=row.id) + "#prompt", code=303)))


def _opened_card() -> int | None:
    text = request.values.get("card", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _whole_log() -> bool:
    return request.values.get("log") == "all"


def _opened_pile() -> str | None:
    name = request.values.get("show", "")
    return name if name in PILES else None
