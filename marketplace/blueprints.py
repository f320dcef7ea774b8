"""The one list of pages: start here to find which feature serves an address."""

from __future__ import annotations

from flask import Flask
from flask_babel import LazyString, lazy_gettext


def register(app: Flask) -> None:
    from marketplace.accounts import bp as accounts
    from marketplace.catalogue import bp as catalogue
    from marketplace.collection import bp as collection
    from marketplace.site import bp as site

    app.register_blueprint(site)  # /, /healthz, /owner/...
    app.register_blueprint(accounts)  # /login, /signup, /profile, ...
    app.register_blueprint(catalogue)  # /cards, /sets, ...
    app.register_blueprint(collection, url_prefix="/collection")


NAVIGATION: tuple[tuple[str, LazyString, str], ...] = (
    ("catalogue.cards", lazy_gettext("Cards"), "search"),
    ("catalogue.sets", lazy_gettext("Sets"), "layers"),
    ("collection.stacks", lazy_gettext("Collection"), "library"),
    ("collection.add", lazy_gettext("Add cards"), "plus"),
    ("collection.places", lazy_gettext("Places"), "box"),
)
"""Endpoint, label and icon of the main navigation, in order."""
