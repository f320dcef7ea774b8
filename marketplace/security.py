"""Response headers: nothing inline, nothing from elsewhere, nothing framed."""

from itertools import chain

from flask import Flask, Response, abort, request

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


def init_app(app: Flask) -> None:
    @app.before_request
    def _no_nul() -> None:
        # No link of ours holds a NUL character, and PostgreSQL cannot compare one.
        if any("\x00" in text for text in (request.path, *chain(*request.args.listvalues()))):
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
