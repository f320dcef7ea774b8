"""``collection import`` and ``collection export``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click
from flask.cli import with_appcontext
from flask_babel import force_locale
from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.collection import batches, exporting
from marketplace.collection.formats.detect import FORMATS
from marketplace.collection.formats.files import EXPORTS
from marketplace.collection.models import Batch, BatchRow
from marketplace.dates import format_date
from marketplace.db import get_db
from marketplace.errors import DomainError

_COUNTED = ("new", "changed", "unchanged", "guessed")


class _Stop(Exception):
    """Ends a command with words on stderr: 1 "the answer is no", 2 "could not do it"."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code = code


def _fail(stop: _Stop) -> None:
    click.echo(str(stop), err=True)
    sys.exit(stop.code)


def _collector(session: Session, email: str) -> User:
    user: User | None = session.scalar(select(User).where(User.email == email.strip().lower()))
    if user is None:
        raise _Stop(2, _("There is no account with the address %(email)s.", email=email))
    return user


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--user", "email", required=True, help="Address of the collector's account.")
@click.option(
    "--mode", type=click.Choice(batches.MODES), default=None, help="Add (default), set to the file's numbers, or subtract."
)
@click.option(
    "--format", "as_format", type=click.Choice(list(FORMATS)), default=None, help="Read as this format instead of the one told."
)
@click.option("--language", default="", help="Language all copies of the file are in, such as fr.")
@click.option("--places", type=click.Choice(["folders", "none"]), default="folders", help="Whether folders become places.")
@click.option("--only-good", is_flag=True, help="Import although rows are refused; those wait in the queue.")
@click.option("--dry-run", is_flag=True, help="Show what would happen and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@with_appcontext
def import_command(
    file: Path,
    email: str,
    mode: str | None,
    as_format: str,
    language: str,
    places: str,
    only_good: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Import FILE into a collection: all of it or, when a row is refused, nothing."""
    database = get_db()
    try:
        with database.session(write=True) as session, session.begin() as transaction:
            user = _collector(session, email)
            with force_locale(user.locale or "en"):
                options = {"language": language, "places": places}
                batch = batches.start(
                    session,
                    user.id,
                    file.read_bytes(),
                    file.name,
                    as_format=as_format or "",
                    mode=mode or "add",
                    options=options,
                    background=False,
                )
                report = _report(session, batch)
                seen = batches.seen_before(session, user.id, batch.sha256, other_than=batch.id)
                if seen is not None and seen.applied_at is not None:
                    report["seen_before"] = seen.applied_at.isoformat()
                if dry_run or not _may_be_written(session, batch, seen, mode, only_good, report):
                    transaction.rollback()
                else:
                    operation = batches.apply(session, user.id, batch.id, only_good=only_good)
                    report |= {"written": True, "operation": operation.id}
    except _Stop as stop:
        _fail(stop)
    except DomainError as error:
        _fail(_Stop(2, str(error.message)))
    _print(report, as_json)
    if report.get("why_not"):
        _fail(_Stop(1, report["why_not"]))


def _may_be_written(
    session: Session, batch: Batch, seen: Batch | None, mode: str | None, only_good: bool, report: dict[str, Any]
) -> bool:
    """Whether the file is written; otherwise the reason is put into the report."""
    if batch.format == "columns" and not batch.counts.get("rows"):
        from marketplace.collection.batch_reading import reopened
        from marketplace.collection.formats.files import check_mapping

        check_mapping(reopened(batch))
    if seen is not None and mode is None and seen.applied_at is not None:
        date = format_date(seen.applied_at, "long")
        report["why_not"] = _(
            "This file was imported on %(date)s. Say --mode add to add it again, or --mode set to set its numbers.", date=date
        )
    elif report["refused_bad"] and not only_good:
        report["why_not"] = _(
            "Rows are refused, so nothing was written. Correct the file, or import the rest with --only-good."
        )
    return "why_not" not in report


def _report(session: Session, batch: Batch) -> dict[str, Any]:
    """What the import does, each row counted once."""
    counts = batch.counts
    refused = [_refusal(row) for row in batches.refusals(session, batch)]
    return {
        "format": batch.format,
        "mode": batch.mode,
        "rows": counts.get("rows", 0),
        **{name: counts.get(name, 0) for name in _COUNTED},
        "refused": len(refused),
        "refused_rows": refused,
        "refused_bad": counts.get("refused", 0),
        "copies_added": counts.get("added", 0),
        "copies_removed": counts.get("removed", 0),
        "skipped": counts.get("skipped", 0),
        "places": counts.get("places", []),
        "written": False,
    }


def _refusal(row: BatchRow) -> dict[str, Any]:
    reading = row.reading
    return {
        "row": row.number,
        "line": reading.get("line"),
        "column": reading.get("column", ""),
        "reason": reading.get("reason", ""),
        "waits": row.state == "open",
        "text": row.text[:200],
    }


def _print(report: dict[str, Any], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
        return
    click.echo(_("Format: %(format)s", format=FORMATS[report["format"]]))
    names = {
        "new": _("new"),
        "changed": _("changed"),
        "unchanged": _("unchanged"),
        "guessed": _("guessed"),
        "refused": _("refused"),
    }
    click.echo(_("Rows: %(num)d", num=report["rows"]))
    for name, words in names.items():
        click.echo(f"  {words}: {report[name]}")
    for line in report["refused_rows"]:
        column = f" “{line['column']}”" if line["column"] else ""
        click.echo("  " + _("Row %(row)d (line %(line)s)", row=line["row"], line=line["line"]) + f"{column}: {line['reason']}")
    if report["written"]:
        click.echo(
            _(
                "Written: %(added)d copies added, %(removed)d removed.",
                added=report["copies_added"],
                removed=report["copies_removed"],
            )
        )


@click.command("export")
@click.option("--user", "email", required=True, help="Address of the collector's account.")
@click.option("--format", "name", type=click.Choice(list(EXPORTS)), required=True, help="Format of the file.")
@click.option("--scope", type=click.Choice(exporting.SCOPES), default="all", help="All copies, or those for trade.")
@click.option("--delimiter", type=click.Choice([",", ";"]), default=",", help="Between the cells of our own CSV.")
@with_appcontext
def export_command(email: str, name: str, scope: str, delimiter: str) -> None:
    """Write a collection to standard output; what the format cannot hold is named on standard error."""
    out = sys.stdout.buffer
    try:
        with get_db().read() as session:
            user = _collector(session, email)
            locale = user.locale or "en"
            with force_locale(locale):
                for loss in exporting.contents(session, user.id, scope=scope).losses[name]:
                    click.echo(_("Not in this format (%(num)d stacks): %(what)s", num=loss.count, what=loss.words), err=True)
                for part in exporting.export(session, user.id, name, scope=scope, locale=locale, delimiter=delimiter):
                    out.write(part)
    except _Stop as stop:
        _fail(stop)
    except DomainError as error:
        _fail(_Stop(2, str(error.message)))
    out.flush()
