"""Commands of the catalogue: ``flask --app app catalogue ...``."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from flask import current_app
from flask.cli import AppGroup

from engine import LANGUAGES
from marketplace.catalogue import import_words
from marketplace.catalogue.importing import Progress, Report, import_file
from marketplace.catalogue.update import update_catalogue
from marketplace.config import Settings
from marketplace.db import get_db
from marketplace.errors import DomainError

cli = AppGroup("catalogue", help="Import card data and keep it up to date.")

_SHOWN = 40
"""Collisions and problems printed one by one; --json has more."""

as_json = click.option("--json", "as_json", is_flag=True, help="Print the report as JSON only.")
language = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of names and texts in files that do not say it (YGOPRODeck, EDOPro).",
)
accept = click.option(
    "--accept-collisions",
    is_flag=True,
    help="Also take in set numbers the catalogue knows for another card; else they are held back.",
)
dry_run = click.option("--dry-run", is_flag=True, help="Report what would change, and write nothing.")


@cli.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@as_json
@language
@accept
@dry_run
def import_command(file: Path, as_json: bool, language: str, accept_collisions: bool, dry_run: bool) -> None:
    """Import the card data of FILE into the catalogue.

    FILE is a yaml-yugi card list, an answer of the YGOPRODeck card API (version 7), an EDOPro database or a starter
    catalogue; .xz and .gz are unpacked. Importing again doubles nothing.
    """

    def work(progress: Progress) -> Report:
        return import_file(
            get_db(),
            file,
            progress,
            language=language,
            accept_collisions=accept_collisions,
            dry_run=dry_run,
            origin={"kind": "command", "language": language},
        )

    _run(work, as_json)


@cli.command("update")
@click.option("--url", default="", help="Address of a card file; CATALOGUE_URL when left out.")
@as_json
@language
@accept
@dry_run
def update_command(url: str, as_json: bool, language: str, accept_collisions: bool, dry_run: bool) -> None:
    """Fetch a card file over HTTP and import it, unless it is the one imported last."""
    settings: Settings = current_app.config["SETTINGS"]
    address = url or settings.catalogue_url
    if not address:
        print("Say where to fetch from: --url ADDRESS, or the setting CATALOGUE_URL.", file=sys.stderr)
        raise SystemExit(2)

    def work(progress: Progress) -> Report:
        return update_catalogue(
            get_db(),
            settings.instance / "catalogue",
            address,
            progress,
            language=language,
            accept_collisions=accept_collisions,
            dry_run=dry_run,
        )

    _run(work, as_json)


def _run(work: Callable[[Progress], Report], as_json: bool) -> None:
    line = ProgressLine()
    try:
        report = work(line.show)
    except DomainError as error:
        line.end()
        print(error.message, file=sys.stderr)
        raise SystemExit(2) from None
    line.end()
    if as_json:
        json.dump(report.to_json(), sys.stdout, ensure_ascii=False, indent=1)
        sys.stdout.write("\n")
    else:
        print("\n".join(report_lines(report.to_json())))


def report_lines(report: dict[str, Any]) -> list[str]:
    """The report for a terminal."""
    lines = [f"{report['source']} ({import_words.format_words(report['format'])}): {import_words.headline(report)}"]
    for label, counts in import_words.counts(report):
        lines.append(f"  {label}: {counts.get('total', 0):,} – {import_words.count_words(counts)}")
    for text in (import_words.held_words(report), import_words.colliding_words(report)):
        if text:
            lines.append(f"  {text}")
    for collision in report["collisions"][:_SHOWN]:
        state = import_words.collision_state(collision)
        lines.append(
            f"    {import_words.collision_kind(collision)} {collision['value']}: {', '.join(collision['cards'])} ({state})"
        )
    lines += [f"  {import_words.resolved_words(resolved)}" for resolved in report["resolved"][:_SHOWN]]
    lines += [f"  {import_words.problem_words(problem)}" for problem in report["problem_list"][:_SHOWN]]
    if report["problems"] > _SHOWN:
        lines.append(f"  … {report['problems'] - _SHOWN:,}")
    return lines


class ProgressLine:
    """Progress on standard error: one line that renews itself on a terminal, one line per step elsewhere."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._step = ""
        self._shown_at = 0.0
        self._width = 0

    def show(self, done: int, total: int, step: str) -> None:
        if step == self._step and (not self._is_terminal or time.monotonic() - self._shown_at < 0.2):
            return
        words = str(import_words.STEPS.get(step, step))
        if not self._is_terminal:
            print(f"{words}…", file=sys.stderr)
        else:
            text = f"{words} {100 * done // total} %" if total else f"{words}…"
            print(f"\r{text.ljust(self._width)}", end="", file=sys.stderr, flush=True)
            self._width = len(text)
        self._step, self._shown_at = step, time.monotonic()

    def end(self) -> None:
        if self._is_terminal and self._width:
            print(f"\r{' ' * self._width}\r", end="", file=sys.stderr, flush=True)
