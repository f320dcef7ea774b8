"""Pages of the decks, one module per group of pages."""

from marketplace.decks.routes import builder, importing, lists, overview, pages  # noqa: F401
