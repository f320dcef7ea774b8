"""What open pages ask: a stream that tells of news, and the same numbers once for pages without one."""

from __future__ import annotations

from flask import Response, current_app, jsonify, request
from flask import session as cookie
from flask.typing import ResponseReturnValue
from flask_login import current_user

from marketplace.collection.routes.acting import own_id
from marketplace.db import get_session
from marketplace.messages import bp
from marketplace.messages.live import hub_of, numbers

RETRY_AFTER = 60
"""Seconds after which a page that got no stream may ask for one again."""


@bp.get("/messages/live")
def live() -> ResponseReturnValue:
    """How much is unread and the version of everything that concerns the reader, as JSON."""
    if not current_user.is_authenticated:
        return _plain(401)
    answer = jsonify(numbers(get_session(), own_id()))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.get("/messages/stream")
def stream() -> ResponseReturnValue:
    """The same numbers as server-sent events, at once and whenever they change. 503 when this process has no room."""
    if not current_user.is_authenticated:
        return _plain(401)
    # Which number is sent first does not matter to the watcher: it compares with what it last saw.
    user_id, identity, session = own_id(), str(cookie.get("_user_id", "")), get_session()
    version = numbers(session, user_id)["version"]
    session.close()  # A stream stays open for long and asks the database on its own.
    hub = hub_of(current_app._get_current_object())  # type: ignore[attr-defined]
    opened = hub.open(user_id, identity, version) if request.method == "GET" else None
    if opened is None:
        full = _plain(503)
        full.headers["Retry-After"] = str(RETRY_AFTER)
        return full
    answer = Response(hub.lines(opened), mimetype="text/event-stream")
    answer.call_on_close(lambda: hub.close(opened))
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _plain(status: int) -> Response:
    return Response("", status=status, mimetype="text/plain")
