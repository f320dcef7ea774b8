"""The history of a collection: every act, each to be taken back or done again."""

from __future__ import annotations

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.accounts.redirects import path_of
from marketplace.collection import bp, journal, stock
from marketplace.collection.routes.acting import back_to, own_id, sent_once
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.i18n import current_locale


@bp.get("/history")
@login_required
def history() -> ResponseReturnValue:
    """What was done, newest first."""
    typed = request.args.get("page", "1")
    page = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 8 else 1
    return render_template("collection/history.html", found=journal.history(get_session(), own_id(), page, current_locale()))


@bp.post("/operations/<int:operation_id>/undo")
@login_required
def undo(operation_id: int) -> ResponseReturnValue:
    """Take an act back; of an undo: do the act again."""
    session = get_session()
    try:
        done = stock.undo(session, own_id(), operation_id, request_key=sent_once())
    except Refused as error:
        session.rollback()
        flash(str(error.message), "error")
        return back_to(url_for("collection.history"))
    words = journal.act_words(session, done, current_locale()) + "."
    redo = done.summary.get("redo")
    message = {
        "text": words,
        "url": url_for("collection.undo", operation_id=done.id),
        "label": _("Undo") if redo else _("Redo"),
    }
    flash(message, "undo")  # type: ignore[arg-type]  # The toasts draw a mapping as words with a button.
    return back_to(_came_from())


def _came_from() -> str:
    """The page whose button was pressed, when it is one of the collection; else the history."""
    path = path_of(request.referrer, request.host) or ""
    return path if path.startswith(url_for("collection.stacks")) else url_for("collection.history")
