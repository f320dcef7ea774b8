"""Pages of the practice duels."""

from marketplace.duels.routes import lobby, play  # noqa: F401
