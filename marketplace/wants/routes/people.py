"""Members who trade: the directory, one member's page and trade binder, photos of copies for trade, one's own settings."""

from __future__ import annotations

from flask import current_app, request, send_file
from flask.typing import ResponseReturnValue
from flask_login import login_required

from marketplace.collection import photos
from marketplace.collection.routes.acting import own_id
from marketplace.db import get_session
from marketplace.wants import bp, shown_copies


@bp.get("/people/photos/<int:photo_id>")
@login_required
def photo(photo_id: int) -> ResponseReturnValue:
    """A photo of copies for trade, or with ``?small=1`` its thumbnail."""
    found = shown_copies.photo_for(get_session(), own_id(), photo_id)
    small = bool(request.args.get("small"))
    file = photos.file_of(found, current_app.config["SETTINGS"].photos_folder, thumbnail=small)
    answer = send_file(file, mimetype="image/webp", etag=f"{found.digest}{'s' if small else ''}", conditional=True)
    # Asked again each time: the copies may be for trade no more.
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
