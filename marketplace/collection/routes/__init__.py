"""Pages of the collection, one module per group of pages."""

from marketplace.collection.routes import (  # noqa: F401
    bulk,
    defaults,
    entry,
    filters,
    grid,
    history,
    photos,
    places,
    stack,
    stacks,
)
