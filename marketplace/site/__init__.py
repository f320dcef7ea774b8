"""The site itself: front page, health, the owner's pages, backup and restore."""

from flask import Blueprint

bp = Blueprint("site", __name__)

from marketplace.site import (  # noqa: E402,F401
    backup_routes,
    busy,
    departures,
    filters,
    job_routes,
    owner_routes,
    people_routes,
    preferences,
    routes,
)
