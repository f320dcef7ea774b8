"""Pages of this feature; each module registers its own on the blueprint."""

from marketplace.wants.routes import board, keeping, people, seen, want_lists, wants

__all__ = ["board", "keeping", "people", "seen", "want_lists", "wants"]
