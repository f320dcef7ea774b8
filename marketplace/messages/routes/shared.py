"""What the pages of messages share, and what pages of other features that show a thread need."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, g, request
from flask_login import current_user

from marketplace.collection.routes.acting import own_id
from marketplace.db import get_db, get_session
from marketplace.messages import bp, marks, threads
from marketplace.messages.forms import ComposeForm
from marketplace.messages.reading import ThreadView


def photos_folder() -> Path:
    folder = current_app.config["SETTINGS"].photos_folder
    assert isinstance(folder, Path)
    return folder


def note_read(view: ThreadView) -> None:
    """Note that the reader has got these lines on a page. For GET requests: it writes in a short transaction of its own.

    Whoever shows a thread calls it once everything has been read and before the page is drawn, so that the count in the
    navigation is right. Only the newest part of a thread counts.
    """
    if view.has_newer or view.newest_id <= view.read_to_id:
        return
    get_session().commit()  # Only reading so far; nobody holds one connection while waiting for another.
    with get_db().write() as session:
        threads.mark_read(session, own_id(), view.id, view.newest_id)


@bp.app_template_global()
def compose_form() -> ComposeForm:
    """An empty form for the partial of a thread."""
    return ComposeForm(formdata=None)


@bp.app_template_global()
def unread_messages() -> int:
    """How much is unread for the reader, for the navigation; 0 for visitors."""
    return threads.unread_count(get_session(), own_id()) if current_user.is_authenticated else 0


@bp.app_template_global()
def live_version() -> int:
    """The mark of everything that concerns the reader, as it was before this page was read."""
    return int(g.get("live_version", 0))


@bp.before_app_request
def _note_version() -> None:
    # Before anything else is read: what happens while the page is drawn makes it look again.
    wants_page = "text/html" in request.headers.get("Accept", "text/html") and "HX-Request" not in request.headers
    is_page = wants_page and request.method == "GET" and request.endpoint not in (None, "static", "site.healthz")
    if is_page and current_user.is_authenticated:
        g.live_version = marks.versions(get_session(), [own_id()])[own_id()]
