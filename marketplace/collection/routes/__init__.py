"""Pages of the collection, one module per group of pages."""

from marketplace.collection.routes import (  # noqa: F401
    bulk,
    defaults,
    entry,
    export,
    filters,
    grid,
    history,
    import_files,
    paste,
    photos,
    places,
    queue,
    stack,
    stacks,
)
