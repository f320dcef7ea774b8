"""The site itself: front page, health, the owner's pages, backup and restore."""

from flask import Blueprint

bp = Blueprint("site", __name__)

from marketplace.site import preferences, routes  # noqa: E402,F401  (routes register themselves on bp)
