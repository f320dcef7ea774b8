"""Commands of the collection: ``flask --app app collection ...``."""

from __future__ import annotations

from flask.cli import AppGroup

cli = AppGroup("collection", help="Read lists, import and export collections.")
