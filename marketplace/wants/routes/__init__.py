"""Pages of this feature; each module registers its own on the blueprint."""

from marketplace.wants.routes import people

__all__ = ["people"]
