"""Static files, served by the same processes: built files for ever, the others for an hour."""

from __future__ import annotations

import re
from wsgiref.headers import Headers

from flask import Flask
from whitenoise import WhiteNoise

from marketplace.config import ROOT

_HASHED = re.compile(r"-(?:[A-Z0-9]{8}|[0-9a-f]{10})\.\w+$")


def is_immutable(_path: str, url: str) -> bool:
    """True when the name carries a hash of the content, so that it never changes."""
    return url.startswith("/static/dist/") and _HASHED.search(url) is not None


def serve_static(app: Flask) -> None:
    """Put the static files in front of the application. They are listed once: restart after a new build."""
    files = WhiteNoise(
        app.wsgi_app, max_age=3600, allow_all_origins=False, immutable_file_test=is_immutable, add_headers_function=_headers
    )
    for folder in ("dist", "img"):
        if (ROOT / "static" / folder).is_dir():
            files.add_files(str(ROOT / "static" / folder), prefix=f"static/{folder}/")
    app.wsgi_app = files  # type: ignore[method-assign]


def _headers(headers: Headers, _path: str, _url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
