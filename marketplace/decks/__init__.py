"""Decks: lists of a player, whether they are legal, what is owned of them, files in and out, odds."""

from flask import Blueprint

bp = Blueprint("decks", __name__)

from marketplace.decks import routes  # noqa: E402,F401  (routes register themselves on bp)
