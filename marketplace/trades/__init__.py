"""Trades: offers in versions, agreement, parcels, corrections, and records of trades with people without an account."""

from flask import Blueprint

bp = Blueprint("trades", __name__)

from marketplace.trades import routes  # noqa: E402,F401  (routes register themselves on bp)
