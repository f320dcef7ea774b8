"""The edge of the site: what no page of ours sends is turned away, and every answer says what it may not do."""

from itertools import chain

from flask import Flask, Response, abort, request
from werkzeug.routing import IntegerConverter

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'self'",
        "frame-ancestors 'none'",
    )
)


FILE_FIELDS = frozenset({"file", "photos"})
"""The fields of our forms that take a file."""

LONG_TEXT = "text"
"""The field of pasted lists. Its readers leave NUL characters out themselves, so that no list is lost over one."""


class RowId(IntegerConverter):
    """A number in an address: what a database column of whole numbers can hold, else the page does not exist."""

    def __init__(self, *args: object, **options: object) -> None:
        options.setdefault("max", 2**31 - 1)
        super().__init__(*args, **options)  # type: ignore[arg-type]


def init_app(app: Flask) -> None:
    app.url_map.converters["int"] = RowId

    @app.before_request
    def _no_nul() -> None:
        # No link of ours holds a NUL character, and PostgreSQL cannot compare one.
        if any("\x00" in text for text in (request.path, *chain(*request.args.listvalues()))):
            abort(400)
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        if any("\x00" in text for name, text in request.form.items(multi=True) if name != LONG_TEXT):
            abort(400)
        # A file where a text belongs: the forms would take it for the text.
        if not FILE_FIELDS.issuperset(request.files):
            abort(400)

    @app.after_request
    def _headers(response: Response) -> Response:
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", "camera=(self), geolocation=(), microphone=()")
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        if request.endpoint != "static":
            # Pages show a person's own cards: shared caches must not keep them.
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response
