"""Photos of messages: the picture alone, for the people of its thread."""

from __future__ import annotations

from flask import request, send_file
from flask.typing import ResponseReturnValue
from flask_login import login_required

from marketplace.collection.pictures import path_of
from marketplace.collection.routes.acting import own_id
from marketplace.db import get_session
from marketplace.errors import NotFound
from marketplace.messages import bp, photos
from marketplace.messages.routes.shared import photos_folder


@bp.get("/messages/photos/<int:photo_id>")
@login_required
def photo(photo_id: int) -> ResponseReturnValue:
    """The picture itself, or with ``?small=1`` its thumbnail."""
    found = photos.photo_for(get_session(), own_id(), photo_id)
    small = bool(request.args.get("small"))
    file = path_of(photos_folder(), found.digest, thumbnail=small)
    if not file.is_file():
        raise NotFound  # A restored backup may lack it.
    answer = send_file(file, mimetype="image/webp", etag=f"{found.digest}{'s' if small else ''}", conditional=True)
    # Private: shared caches must not keep it. What an id shows never changes, so the browser may.
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer
