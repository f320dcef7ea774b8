"""The rulebook to read: chapters, search, one page per rule. Refusals and logs link to it by the rule's id."""

from flask import Blueprint

bp = Blueprint("rules", __name__)

from marketplace.rules import house_routes, proof_routes, routes  # noqa: E402,F401  (routes register themselves on bp)
