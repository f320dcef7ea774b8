"""Forbidden & Limited Lists: those that come along, and one's own."""

from __future__ import annotations

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import login_required

from engine import shipped_lists
from marketplace.collection.routes.acting import note_refusal, own_id
from marketplace.db import get_session
from marketplace.decks import bp, limits
from marketplace.decks.forms import ListForm
from marketplace.decks.routes.shared import content_of
from marketplace.errors import Refused

_MOST_BYTES = 2 * 1024 * 1024
"""The engine reads no larger list file."""


@bp.get("/lists")
@login_required
def lists() -> ResponseReturnValue:
    """All lists the reader can choose."""
    return _page(ListForm(formdata=None))


def _page(form: ListForm) -> str:
    session = get_session()
    return render_template(
        "decks/lists.html",
        form=form,
        shipped=shipped_lists(),
        own=limits.own_lists(session, own_id()),
        uses=limits.uses(session, own_id()),
    )


@bp.post("/lists")
@login_required
def add_lists() -> ResponseReturnValue:
    """Take over the lists of a file."""
    form = ListForm()
    if not form.validate():
        return _page(form), 422
    upload = form.file.data
    try:
        kept = limits.keep_lists(
            get_session(),
            own_id(),
            content_of(upload, _MOST_BYTES) or b"",
            upload.filename or "",
            (form.only.data or "").strip(),
        )
    except Refused as error:
        get_session().rollback()
        note_refusal(form, error, "file")
        return _page(form), 422
    flash(ngettext("%(num)s list is ready to be chosen.", "%(num)s lists are ready to be chosen.", len(kept)), "success")
    return redirect(url_for("decks.lists"), code=303)


@bp.post("/lists/<int:list_id>/delete")
@login_required
def forget_list(list_id: int) -> ResponseReturnValue:
    """Delete a list of one's own."""
    name = limits.forget_list(get_session(), own_id(), list_id)
    flash(_("“%(name)s” was deleted.", name=name), "success")
    return redirect(url_for("decks.lists"), code=303)
