"""The catalogue: cards, their names, products and printings; search; imports of card data."""

from flask import Blueprint

bp = Blueprint("catalogue", __name__)

from marketplace.catalogue import owner_routes, routes  # noqa: E402,F401  (routes register themselves on bp)
