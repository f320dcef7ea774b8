"""Pages of this feature; each module registers its own on the blueprint."""

from marketplace.trades.routes import acting, amend, compose, corrections, deal, filters, records, trades  # noqa: F401
