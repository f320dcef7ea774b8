"""Pages of the collection, one module per group of pages."""

from marketplace.collection.routes import stacks  # noqa: F401
