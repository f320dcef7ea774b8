"""Accounts: who may come in, who they are, and how they get back in."""

from flask import Blueprint

bp = Blueprint("accounts", __name__)

from marketplace.accounts import jobs, routes  # noqa: E402,F401  (routes register themselves on bp, jobs in the registry)
