"""``flask --app app backup FILE`` and ``restore FILE``."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import click
from flask import Flask, current_app

from marketplace.backup import BackupRefused, Manifest, restore, write_backup
from marketplace.db import get_db, now


def init_app(app: Flask) -> None:
    app.cli.add_command(backup_command)
    app.cli.add_command(restore_command)


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON only.")
def backup_command(file: Path, as_json: bool) -> None:
    """Write everything the site holds, photos included, to FILE (or into FILE when it is a folder).

    The site may go on running. The secret key is not included: keep it apart if sessions shall survive.
    """
    if file.is_dir():
        file = file / f"duelfolio-{now():%Y-%m-%d-%H%M%S}.zip"
    with current_app.app_context():
        try:
            manifest = write_backup(get_db(), current_app.config["SETTINGS"], file, _Line())
        except OSError as error:
            print(f"{file}: {error.strerror or error}", file=sys.stderr)
            raise SystemExit(2) from None
    _report("Wrote", file, manifest, as_json)


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON only.")
def restore_command(file: Path, as_json: bool) -> None:
    """Replace everything this site holds by what FILE holds. Restart the site afterwards if it is running."""
    with current_app.app_context():
        try:
            manifest = restore(get_db(), current_app.config["SETTINGS"], file, _Line())
        except BackupRefused as error:
            print(f"{file}: {error.message}", file=sys.stderr)
            raise SystemExit(2) from None
        except OSError as error:
            print(f"{file}: {error.strerror or error}. The tables were not changed.", file=sys.stderr)
            raise SystemExit(2) from None
    _report("Restored", file, manifest, as_json)


class _Line:
    """Progress on one line of a terminal; silent elsewhere."""

    def __init__(self) -> None:
        self._shown_at = 0.0

    def __call__(self, done: int, total: int, step: str) -> None:
        moment = time.monotonic()
        if sys.stderr.isatty() and (moment - self._shown_at > 0.2 or done == total):
            self._shown_at = moment
            percent = 100 * done // total if total else 100
            print(f"\r{step}: {percent:3d} %   ", end="\n" if done == total else "", file=sys.stderr, flush=True)


def _report(verb: str, file: Path, manifest: Manifest, as_json: bool) -> None:
    size = file.stat().st_size
    if as_json:
        rows = sum(part.rows for part in manifest.tables)
        facts = {"file": str(file), "bytes": size, "rows": rows, "made_at": manifest.made_at.isoformat(), **manifest.counts}
        print(json.dumps(facts))
        return
    counts = ", ".join(f"{number:,} {name}" for name, number in manifest.counts.items())
    print(f"{verb} {file}: {counts}; {size / 1_000_000:.1f} MB, made {manifest.made_at:%Y-%m-%d %H:%M} UTC.")
