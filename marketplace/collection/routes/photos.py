"""Photos of stacks: sending, showing, captions, order, deleting."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, flash, redirect, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import current_user, login_required

from marketplace.collection import bp, photos
from marketplace.db import get_session
from marketplace.errors import Refused


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
    found = photos.own_photo(get_session(), current_user.id, photo_id)
    small = bool(request.args.get("small"))
    answer = send_file(
        photos.file_of(found, _folder(), thumbnail=small),
        mimetype="image/webp",
        etag=f"{found.digest}{'s' if small else ''}",
        conditional=True,
    )
    # Private: shared caches must not keep it; the content never changes under an id's digest.
    answer.headers["Cache-Control"] = "private, max-age=86400"
    return answer


@bp.post("/stacks/<int:stack_id>/photos")
@login_required
def add_photos(stack_id: int) -> ResponseReturnValue:
    session = get_session()
    sent = [(file.filename or "", file.read()) for file in request.files.getlist("photos") if file.filename]
    try:
        added = photos.add_photos(session, current_user.id, stack_id, sent, _folder())
    except Refused as refused:
        session.rollback()
        flash(str(refused.message), "error")
        return _back(stack_id)
    flash(ngettext("%(num)d photo added.", "%(num)d photos added.", len(added)), "success")
    return _back(stack_id)


@bp.post("/photos/<int:photo_id>/caption")
@login_required
def caption_photo(photo_id: int) -> ResponseReturnValue:
    session = get_session()
    try:
        changed = photos.set_caption(session, current_user.id, photo_id, request.form.get("caption", ""))
    except Refused as refused:
        session.rollback()
        flash(str(refused.message), "error")
        return _back(photos.own_photo(session, current_user.id, photo_id).stack_id)
    flash(_("Caption saved."), "success")
    return _back(changed.stack_id)


@bp.post("/photos/<int:photo_id>/first")
@login_required
def first_photo(photo_id: int) -> ResponseReturnValue:
    changed = photos.put_first(get_session(), current_user.id, photo_id)
    flash(_("This photo is shown first now."), "success")
    return _back(changed.stack_id)


@bp.post("/photos/<int:photo_id>/delete")
@login_required
def delete_photo(photo_id: int) -> ResponseReturnValue:
    gone = photos.delete_photo(get_session(), current_user.id, photo_id)
    flash({"text": _("Photo deleted."), "url": url_for("collection.restore_photo", photo_id=gone.id), "label": _("Undo")}, "undo")
    return _back(gone.stack_id)


@bp.post("/photos/<int:photo_id>/restore")
@login_required
def restore_photo(photo_id: int) -> ResponseReturnValue:
    back = photos.bring_back(get_session(), current_user.id, photo_id)
    flash(_("Photo brought back."), "success")
    return _back(back.stack_id)
