"""Addresses of the built front-end files, whose names carry a hash of their content."""

from __future__ import annotations

import json
from pathlib import Path

from flask import Flask, g, url_for

from marketplace.config import ROOT

DIST = ROOT / "static" / "dist"


class FrontEndNotBuilt(RuntimeError):
    """The front end has not been built yet."""


class Manifest:
    """``app.css`` -> ``app-1A2B3C.css``, re-read when the build changes."""

    def __init__(self, folder: Path = DIST) -> None:
        self.path = folder / "manifest.json"
        self._stamp = 0.0
        self._names: dict[str, str] = {}

    def name(self, logical: str) -> str:
        try:
            stamp = self.path.stat().st_mtime
        except FileNotFoundError:
            raise FrontEndNotBuilt("The front end is not built: run `make front` (or `npm ci && npm run build`).") from None
        if stamp != self._stamp:
            self._names = json.loads(self.path.read_text(encoding="utf-8"))
            self._stamp = stamp
        return self._names[logical]


def init_app(app: Flask) -> None:
    manifest = Manifest()

    def asset_url(logical: str) -> str:
        # A long page has hundreds of icons, all of one file: its address is made once a request.
        urls: dict[str, str] = g.setdefault("asset_urls", {})
        if logical not in urls:
            urls[logical] = url_for("static", filename=f"dist/{manifest.name(logical)}")
        return urls[logical]

    app.jinja_env.globals["asset_url"] = asset_url
