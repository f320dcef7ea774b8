"""Pages of the practice duels."""

from marketplace.duels.routes import lobby, match, play  # noqa: F401
