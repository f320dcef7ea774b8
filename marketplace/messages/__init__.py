"""Messages: private threads and those of trades, notices by mail, blocks and the address book."""

from flask import Blueprint

bp = Blueprint("messages", __name__)

from marketplace.messages import departures, jobs, photos, routes  # noqa: E402,F401  (they register themselves)
