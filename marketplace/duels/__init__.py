"""Practice duels: a person plays the computer by the full rules, in the browser."""

from flask import Blueprint

bp = Blueprint("duels", __name__)

# Routes register themselves on bp, jobs in their registry.
from marketplace.duels import jobs, routes  # noqa: E402,F401
