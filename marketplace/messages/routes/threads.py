"""The list of threads and one thread: reading, putting away, silencing."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.collection.routes.acting import back_to, own_id
from marketplace.db import get_session
from marketplace.messages import bp, reading, thread_list
from marketplace.messages.forms import ComposeForm
from marketplace.messages.routes.shared import compose_form, note_read

LARGEST_ID = 2**31 - 1


def _id(name: str) -> int | None:
    """An id in the query string, within what a column holds; None when there is none."""
    number = request.args.get(name, type=int)
    return None if number is None else min(max(0, number), LARGEST_ID)


@bp.get("/messages")
@login_required
def index() -> ResponseReturnValue:
    """All threads: unread first; ``q`` searches by person, ``away=1`` shows those put away."""
    text, away = request.args.get("q", "")[:80], bool(request.args.get("away"))
    page = min(request.args.get("page", 1, type=int), 10_000)
    listed = thread_list.list_threads(get_session(), own_id(), text=text, away=away, page=page)
    template = "messages/_list.html" if request.headers.get("HX-Request") == "true" else "messages/index.html"
    return render_template(template, listed=listed, text=text, away=away)


@bp.get("/messages/<int:conversation_id>")
@login_required
def thread(conversation_id: int) -> ResponseReturnValue:
    """One thread: its newest messages, or with ``before=ID`` older ones."""
    return thread_page(conversation_id, compose_form())


def thread_page(conversation_id: int, form: ComposeForm, status: int = 200) -> ResponseReturnValue:
    """The page of a thread with this form below it."""
    before = _id("before")
    view = reading.view_of(get_session(), own_id(), conversation_id, before=before)
    note_read(view)
    return render_template("messages/thread.html", thread=view, form=form), status


@bp.get("/messages/<int:conversation_id>/older")
@login_required
def older(conversation_id: int) -> ResponseReturnValue:
    """Messages older than ``before``, for a page that is open."""
    before = _id("before") or 0
    view = reading.view_of(get_session(), own_id(), conversation_id, before=before)
    day_after = reading.day_of(get_session(), conversation_id, before)
    return render_template("messages/_older.html", thread=view, day_after=day_after)


@bp.get("/messages/<int:conversation_id>/new")
@login_required
def newer(conversation_id: int) -> ResponseReturnValue:
    """What came after message ``after``, for a page that is open; nothing when nothing came."""
    after = _id("after") or 0
    view = reading.view_of(get_session(), own_id(), conversation_id, after=after)
    if not view.lines:
        return "", 204
    answer = render_template(
        "messages/_new.html", thread=view, day_before=reading.day_of(get_session(), conversation_id, after)
    )
    note_read(view)
    return answer


@bp.post("/messages/<int:conversation_id>/away")
@login_required
def put_away(conversation_id: int) -> ResponseReturnValue:
    """Take a thread off the list until something new comes, with an undo."""
    if request.form.get("back"):
        thread_list.bring_back(get_session(), own_id(), conversation_id)
        flash(_("The thread is back on the list."), "success")
    else:
        thread_list.put_away(get_session(), own_id(), conversation_id)
        back = url_for("messages.bring_back", conversation_id=conversation_id)
        undo = {"text": _("Put away until something new comes."), "url": back, "label": _("Undo")}
        flash(undo, "undo")  # type: ignore[arg-type]  # The toasts draw a mapping as words with a button.
    return back_to(url_for("messages.index"))


@bp.post("/messages/<int:conversation_id>/back")
@login_required
def bring_back(conversation_id: int) -> ResponseReturnValue:
    """Put a thread on the list again."""
    thread_list.bring_back(get_session(), own_id(), conversation_id)
    return redirect(url_for("messages.index"), code=303)


@bp.post("/messages/<int:conversation_id>/mute")
@login_required
def mute(conversation_id: int) -> ResponseReturnValue:
    """Send no mails about this thread (``muted=1``), or send them again."""
    muted = bool(request.form.get("muted"))
    thread_list.set_muted(get_session(), own_id(), conversation_id, muted)
    flash(_("No mails about this thread any more.") if muted else _("Mails about this thread are sent again."), "success")
    return back_to(url_for("messages.thread", conversation_id=conversation_id))
