"""Photos of stacks: sending, showing, captions, order, deleting."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, flash, redirect, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import login_required

from marketplace.collection import bp, photos
from marketplace.collection.photo_jobs import plan_sweep
from marketplace.collection.routes.acting import own_id
from marketplace.collection.routes.stack import stack_with_photo_error
from marketplace.db import get_session
from marketplace.errors import NotFound, Refused


def _folder() -> Path:
    folder = current_app.config["SETTINGS"].photos_folder
    assert isinstance(folder, Path)
    return folder


def _back(stack_id: int) -> ResponseReturnValue:
    return redirect(url_for("collection.stack", stack_id=stack_id) + "#photos", code=303)


@bp.get("/photos/<int:photo_id>")
@login_required
def photo(photo_id: int) -> ResponseReturnValue:
    """The picture itself, or with ``?small=1`` its thumbnail: for its owner's eyes only."""
    found = photos.own_photo(get_session(), own_id(), photo_id)
    if found.deleted_at is not None:
        raise NotFound
    small = bool(request.args.get("small"))
    answer = send_file(
        photos.file_of(found, _folder(), thumbnail=small),
        mimetype="image/webp",
        etag=f"{found.digest}{'s' if small else ''}",
        conditional=True,
    )
    # Private: shared caches must not keep it. What an id shows never changes, so the browser may.
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


@bp.post("/stacks/<int:stack_id>/photos")
@login_required
def add_photos(stack_id: int) -> ResponseReturnValue:
    """Keep the photos that were sent; a refusal is shown on the stack's page."""
    session, user_id = get_session(), own_id()
    photos.own_stack(session, user_id, stack_id)
    session.commit()  # Nothing was written; re-encoding takes seconds and must not hold the write lock.
    try:
        sent = [(file.filename or "", file.read()) for file in request.files.getlist("photos") if file.filename]
        pictures = photos.read_files(sent)
        added = photos.add_photos(session, user_id, stack_id, pictures, _folder())
    except Refused as refused:
        session.rollback()
        return stack_with_photo_error(stack_id, str(refused.message)), refused.status
    plan_sweep(session)
    flash(ngettext("%(num)d photo added.", "%(num)d photos added.", len(added)), "success")
    return _back(stack_id)


@bp.post("/photos/<int:photo_id>/caption")
@login_required
def caption_photo(photo_id: int) -> ResponseReturnValue:
    """Write what a photo shows."""
    session = get_session()
    stack_id = photos.own_photo(session, own_id(), photo_id).stack_id
    try:
        photos.set_caption(session, own_id(), photo_id, request.form.get("caption", ""))
    except Refused as refused:
        session.rollback()
        return stack_with_photo_error(stack_id, str(refused.message)), refused.status
    flash(_("Caption saved."), "success")
    return _back(stack_id)


@bp.post("/photos/<int:photo_id>/shift")
@login_required
def shift_photo(photo_id: int) -> ResponseReturnValue:
    """Move a photo forward or back."""
    changed = photos.shift(get_session(), own_id(), photo_id, -1 if request.form.get("to") == "front" else 1)
    return _back(changed.stack_id)


@bp.post("/photos/<int:photo_id>/delete")
@login_required
def delete_photo(photo_id: int) -> ResponseReturnValue:
    """Hide a photo, with an undo."""
    session = get_session()
    gone = photos.delete_photo(session, own_id(), photo_id)
    plan_sweep(session)
    undo = {"text": _("Photo deleted."), "url": url_for("collection.restore_photo", photo_id=gone.id), "label": _("Undo")}
    flash(undo, "undo")  # type: ignore[arg-type]  # The toasts draw a mapping as words with a button.
    return _back(gone.stack_id)


@bp.post("/photos/<int:photo_id>/restore")
@login_required
def restore_photo(photo_id: int) -> ResponseReturnValue:
    """Bring a deleted photo back."""
    session = get_session()
    stack_id = photos.own_photo(session, own_id(), photo_id).stack_id
    try:
        photos.bring_back(session, own_id(), photo_id)
    except Refused as refused:
        session.rollback()
        return stack_with_photo_error(stack_id, str(refused.message)), refused.status
    flash(_("Photo brought back."), "success")
    return _back(stack_id)
