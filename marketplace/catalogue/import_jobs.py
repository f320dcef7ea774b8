"""The background work behind imports and updates the owner starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from flask import current_app, url_for
from flask_babel import lazy_gettext as _l

from marketplace.catalogue.import_words import STEPS
from marketplace.catalogue.importing import Report, import_file
from marketplace.catalogue.imports import IMPORT, UPDATE, folder_of
from marketplace.catalogue.models import CatalogueImport
from marketplace.catalogue.update import update_catalogue
from marketplace.config import Settings
from marketplace.db import Database, now
from marketplace.errors import DomainError
from marketplace.jobs import JobCancelled, JobContext, job_kind


def _link(result: Mapping[str, Any]) -> str | None:
    if result.get("nothing_new") or not result.get("import_id"):
        return str(url_for("catalogue.owner_catalogue"))
    return str(url_for("catalogue.owner_import", import_id=result["import_id"]))


@job_kind(IMPORT, title=_l("Catalogue import"), steps=STEPS, link=_link)
def run_import(
    context: JobContext, *, file: str, name: str, origin: str, language: str, accept_collisions: bool = False
) -> dict[str, Any]:
    """Import a file of the site's folder. An uploaded one is removed at the end, unless a decision waits for it."""
    path = folder_of(_settings()) / file

    def work() -> Report:
        return import_file(
            context.database,
            path,
            context.progress,
            name=name,
            language=language,
            accept_collisions=accept_collisions,
            origin={"kind": origin, "file": file, "language": language},
        )

    try:
        report = _recorded(context.database, name, work)
    except (DomainError, JobCancelled):
        _remove_upload(path)
        raise
    if not report.printings.held:
        _remove_upload(path)
    return _result(report)


@job_kind(UPDATE, title=_l("Catalogue update"), steps=STEPS, link=_link)
def run_update(context: JobContext, *, address: str, language: str, accept_collisions: bool = False) -> dict[str, Any]:
    """Fetch a file and import it."""

    def work() -> Report:
        return update_catalogue(
            context.database,
            folder_of(_settings()) / "fetched",
            address,
            context.progress,
            language=language,
            accept_collisions=accept_collisions,
        )

    return _result(_recorded(context.database, address, work))


def _settings() -> Settings:
    settings = current_app.config["SETTINGS"]
    assert isinstance(settings, Settings)
    return settings


def _recorded(database: Database, source: str, work: Callable[[], Report]) -> Report:
    """Do the work; a refusal goes into the history, with its reason, and on to the job."""
    started_at: datetime = now()
    try:
        return work()
    except DomainError as error:
        with database.write() as session:
            session.add(
                CatalogueImport(
                    source=source[:300],
                    state="failed",
                    started_at=started_at,
                    finished_at=now(),
                    report={"error": str(error.message), "rule": error.rule},
                )
            )
        raise


def _remove_upload(path: Path) -> None:
    if path.parent.name == "uploads":
        path.unlink(missing_ok=True)


def _result(report: Report) -> dict[str, Any]:
    numbers = report.to_json()
    kept = ("cards", "printings", "new", "changed", "unchanged", "retired", "held", "colliding", "nothing_new", "import_id")
    return {name: numbers[name] for name in kept}
