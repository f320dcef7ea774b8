"""Pages of the catalogue: one module per kind of page."""

from marketplace.catalogue.routes import cards, drawing, sets

__all__ = ["cards", "drawing", "sets"]
