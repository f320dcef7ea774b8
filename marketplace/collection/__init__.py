"""The collection: a person's copies as printed, where they are, and everything that happened to them."""

from flask import Blueprint

bp = Blueprint("collection", __name__)

from marketplace.collection import batch_jobs, routes  # noqa: E402,F401  (routes register themselves on bp, jobs in the registry)
