"""Pages of this feature; each module registers its own on the blueprint."""

from marketplace.messages.routes import addresses, live, photos, settings, threads, writing  # noqa: F401
