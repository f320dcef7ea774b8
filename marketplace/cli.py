"""Commands: ``flask --app app ...``. Each feature adds its own group in its ``cli.py``."""

from __future__ import annotations

from flask import Flask


def init_app(app: Flask) -> None:
    """Register every feature's command group."""
    from marketplace.accounts.cli import cli as accounts
    from marketplace.backup import cli as backup
    from marketplace.catalogue.cli import cli as catalogue
    from marketplace.collection.cli import cli as collection
    from marketplace.jobs.cli import cli as jobs

    app.cli.add_command(accounts)
    backup.init_app(app)
    app.cli.add_command(catalogue)
    app.cli.add_command(collection)
    app.cli.add_command(jobs)
