"""Trades: offers in versions, agreement, parcels, corrections, and records of trades with people without an account."""

from flask import Blueprint

bp = Blueprint("trades", __name__)

from marketplace.trades import routes, telling  # noqa: E402,F401  (they register themselves: routes on bp, sentences with the threads)
