"""Wants and haves: want lists, trade binders, the board, and lists seen of each other."""

from flask import Blueprint

bp = Blueprint("wants", __name__)

from marketplace.wants import catalogue_panels, routes  # noqa: E402,F401  (routes register themselves on bp)
