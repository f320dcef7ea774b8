"""Trades: offers in versions, agreement, parcels, corrections, and records of trades with people without an account."""

from flask import Blueprint

bp = Blueprint("trades", __name__)

# Routes register themselves on bp; jobs, sentences of threads and what happens when somebody leaves in their registries.
from marketplace.trades import deal_jobs, deal_telling, departures, jobs, routes, telling  # noqa: E402,F401
