"""Update the catalogue from an address: fetch the card file if it is new, and import it."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from marketplace.catalogue.fetching import DEFAULT_LIMITS, Limits, check_address, fetch
from marketplace.catalogue.importing import Progress, Report, import_file, quiet
from marketplace.catalogue.importing.report import Collision, Counts
from marketplace.catalogue.models import CatalogueImport
from marketplace.db import Database
from marketplace.errors import Refused


def update_catalogue(
    database: Database,
    folder: Path,
    address: str,
    progress: Progress = quiet,
    *,
    language: str = "en",
    accept_collisions: bool = False,
    dry_run: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> Report:
    """Fetch ``address`` (through a scratch file in ``folder``) and import it; a file seen before is not read again.

    Raises :class:`marketplace.errors.Refused`, with nothing changed, when it cannot be fetched or used.
    """
    started = time.monotonic()
    address = check_address(address)
    last = _last_import_from(database, address)
    # What was held back is in the file fetched last: agreeing to it needs the file again.
    can_skip = last is not None and not accept_collisions and not last.report.get("held")
    validators = last.report.get("validators", {}) if last is not None and can_skip else {}
    fetched = fetch(address, folder, progress, validators=validators, limits=limits)
    if fetched is None and not validators:
        raise Refused(
            _l("The server says that nothing changed, but sent no file yet."), rule="catalogue.fetch.status", field="url"
        )
    if fetched is None or (last is not None and can_skip and fetched.sha256 == last.sha256):
        assert last is not None  # Only an earlier import gives validators.
        if fetched is not None:
            fetched.path.unlink(missing_ok=True)
        return replace(_nothing_new(last), seconds=time.monotonic() - started)
    try:
        report = import_file(
            database,
            fetched.path,
            progress,
            name=address,
            language=language,
            accept_collisions=accept_collisions,
            dry_run=dry_run,
            origin={"kind": "address", "language": language},
            validators=fetched.validators,
        )
    finally:
        fetched.path.unlink(missing_ok=True)
    report.seconds = time.monotonic() - started
    return report


def _last_import_from(database: Database, address: str) -> CatalogueImport | None:
    with database.read() as session:
        return session.scalars(
            select(CatalogueImport)
            .where(CatalogueImport.source == address, CatalogueImport.state == "done")
            .order_by(CatalogueImport.id.desc())
            .limit(1)
        ).first()


def _nothing_new(last: CatalogueImport) -> Report:
    """The report of a file that was imported before: all of it unchanged."""

    def unchanged(name: str) -> Counts:
        total = last.report.get("detail", {}).get(name, {}).get("total", 0)
        return Counts(total=total, unchanged=total)

    def known(collision: dict[str, Any]) -> Collision:
        return Collision(collision["kind"], collision["value"], tuple(collision["cards"]), known=True)

    return Report(
        source=last.source,
        format=last.format,
        sha256=last.sha256,
        cards=unchanged("cards"),
        printings=unchanged("printings"),
        collisions=[known(collision) for collision in last.report.get("collisions", [])],
        nothing_new=True,
        import_id=last.id,
    )
