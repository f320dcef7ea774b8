"""Commands: ``flask --app app ...``. Each feature adds its own group in its ``cli.py``."""

from __future__ import annotations

from flask import Flask


def init_app(app: Flask) -> None:
    """Register every feature's command group."""
    from marketplace.collection.cli import cli as collection

    app.cli.add_command(collection)
