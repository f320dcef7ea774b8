"""Commands of the collection: ``flask --app app collection ...``."""

from __future__ import annotations

from flask.cli import AppGroup

from marketplace.collection.cli_files import export_command, import_command
from marketplace.collection.cli_parse import parse_command

cli = AppGroup("collection", help="Read lists, import and export collections.")
cli.add_command(import_command)
cli.add_command(export_command)
cli.add_command(parse_command)
