"""The collection: a person's copies as printed, where they are, and everything that happened to them."""

from flask import Blueprint

bp = Blueprint("collection", __name__)

# Routes register themselves on bp, jobs, panels and hooks in their registries.
from marketplace.collection import batch_jobs, catalogue_panels, paste_jobs, photo_jobs, routes, stock_resolve  # noqa: E402,F401
