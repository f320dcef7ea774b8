"""Pages of this feature; each module registers its own on the blueprint."""
