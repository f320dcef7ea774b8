"""Writing: an answer in a thread, and the first words to somebody."""

from __future__ import annotations

from collections.abc import Sequence

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user, login_required
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.accounts.redirects import safe_path
from marketplace.collection.photo_jobs import plan_sweep
from marketplace.collection.photos import read_files
from marketplace.collection.pictures import Picture
from marketplace.collection.routes.acting import own_id, sent_once
from marketplace.db import get_session
from marketplace.errors import NotFound, Refused
from marketplace.extensions import limiter
from marketplace.messages import bp, limits, reading, threads
from marketplace.messages.forms import ComposeForm
from marketplace.messages.models import Message
from marketplace.messages.routes.shared import compose_form, photos_folder
from marketplace.messages.routes.threads import thread_page

TRIES = "60 per minute"
"""Forms sent, good or bad: reading photos costs time. ``limits.PER_MINUTE`` bounds what is written."""


def _person_key() -> str:
    return f"writer:{current_user.id}" if current_user.is_authenticated else "writer:-"


@bp.post("/messages/<int:conversation_id>")
@login_required
@limiter.limit(TRIES, key_func=_person_key)
def answer(conversation_id: int) -> ResponseReturnValue:
    """Write in a thread; an open page gets a fresh form, any other one is sent to where the thread is shown."""
    session = get_session()
    reading.participant(session, own_id(), conversation_id)
    form = ComposeForm()
    alive = request.headers.get("HX-Request") == "true"
    try:
        pictures = _pictures(session, form)
        message = _post(session, conversation_id, form, pictures)
    except Refused as refused:
        session.rollback()
        _note_refusal(form, refused)
        if not alive:
            return thread_page(conversation_id, form, refused.status)
        view = reading.view_of(session, own_id(), conversation_id)
        return render_template("messages/_compose.html", thread=view, form=form), refused.status
    if alive:
        view = reading.view_of(session, own_id(), conversation_id, after=message.id)
        fresh = make_response(render_template("messages/_compose.html", thread=view, form=compose_form()))
        fresh.headers["HX-Trigger"] = "duelfolio:live"
        return fresh
    page = safe_path(request.form.get("next")) or url_for("messages.thread", conversation_id=conversation_id)
    return redirect(f"{page}#message-{message.id}", code=303)


@bp.route("/messages/to/<int:user_id>", methods=["GET", "POST"])
@login_required
@limiter.limit(TRIES, key_func=_person_key, methods=["POST"])
def write(user_id: int) -> ResponseReturnValue:
    """The first words to somebody; leads to the thread when there is one."""
    session = get_session()
    other = session.get(User, user_id)
    if other is None or other.id == own_id():
        raise NotFound
    known = threads.private_thread_id(session, own_id(), user_id)
    if known is not None and request.method == "GET":
        return redirect(url_for("messages.thread", conversation_id=known) + "#latest")
    if not other.is_active_account:
        raise NotFound
    form = ComposeForm()
    if request.method == "POST":
        try:
            pictures = _pictures(session, form)
            thread = threads.private_thread(session, own_id(), user_id)
            _post(session, thread.id, form, pictures)
        except Refused as refused:
            session.rollback()
            _note_refusal(form, refused)
        else:
            return redirect(url_for("messages.thread", conversation_id=thread.id) + "#latest", code=303)
    blocked = threads.is_blocked(session, own_id(), user_id)
    page = render_template("messages/write.html", other=other, form=form, blocked=blocked)
    return page, 422 if request.method == "POST" else 200


def _pictures(session: Session, form: ComposeForm) -> Sequence[Picture]:
    """The photos that were sent. Nothing was written yet: re-encoding takes seconds and must not hold the write lock."""
    sent = [file for file in request.files.getlist("photos") if file.filename]
    if not sent:
        return ()
    limits.check_message(limits.cleaned(form.body.data or ""), len(sent))
    limits.check_pace(session, own_id(), starts=False)
    session.commit()
    return read_files((file.filename or "", file.read()) for file in sent)


def _post(session: Session, conversation_id: int, form: ComposeForm, pictures: Sequence[Picture]) -> Message:
    key, folder = sent_once(), photos_folder()
    message = threads.post(session, conversation_id, own_id(), form.body.data or "", pictures, folder=folder, request_key=key)
    if pictures:
        plan_sweep(session)
    return message


def _note_refusal(form: ComposeForm, refused: Refused) -> None:
    field = form.photos if refused.field == "photos" else form.body
    field.errors = [*field.errors, str(refused.message)]
    if any(file.filename for file in request.files.getlist("photos")):
        form.photos.errors = [*form.photos.errors, _("Choose the photos once more: a browser does not send them back.")]
