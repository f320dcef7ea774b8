"""Pages of this feature; each module registers its own on the blueprint."""

from marketplace.wants.routes import keeping, people, want_lists, wants

__all__ = ["keeping", "people", "want_lists", "wants"]
