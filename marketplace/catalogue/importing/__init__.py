"""Imports of card data into the catalogue: all or nothing, again and again without doubling.

A file is read (``reading``), compared with the catalogue (``plan``: which card and which printing is which, what is
new, changed or colliding) and only then written, in one transaction in bulk (``writing``). Readers are never blocked;
other writers wait for the writing alone. Cards and printings keep their ids, and are never deleted: what the source
drops is retired.
"""

from __future__ import annotations

import time
from pathlib import Path

from engine import FactsFile
from marketplace.catalogue.importing.hooks import CustomResolved, on_custom_resolved
from marketplace.catalogue.importing.plan import COMPARING, Planner, Progress
from marketplace.catalogue.importing.reading import READING, check_not_empty, read_file
from marketplace.catalogue.importing.report import Collision, Counts, ProblemLine, Report, Resolved
from marketplace.catalogue.importing.sources import SOURCES
from marketplace.catalogue.importing.writing import INDEXING, WRITING, Overtaken, write
from marketplace.db import Database

__all__ = [
    "COMPARING",
    "INDEXING",
    "READING",
    "WRITING",
    "Collision",
    "Counts",
    "CustomResolved",
    "Overtaken",
    "ProblemLine",
    "Progress",
    "Report",
    "Resolved",
    "import_facts",
    "import_file",
    "on_custom_resolved",
    "quiet",
]


def quiet(_done: int, _total: int, _step: str) -> None:
    """A progress that nobody watches."""


def import_file(
    database: Database,
    path: Path,
    progress: Progress = quiet,
    *,
    name: str = "",
    language: str = "en",
    accept_collisions: bool = False,
    dry_run: bool = False,
    origin: dict[str, str] | None = None,
    validators: dict[str, str] | None = None,
) -> Report:
    """Import a card file. See :func:`import_facts`; raises :class:`marketplace.errors.Refused` if it cannot be used."""
    began = time.monotonic()
    file, sha256 = read_file(path, language, progress)
    return import_facts(
        database,
        file,
        progress,
        name=name or path.name,
        sha256=sha256,
        accept_collisions=accept_collisions,
        dry_run=dry_run,
        origin=origin,
        validators=validators,
        began=began,
    )


def import_facts(
    database: Database,
    file: FactsFile,
    progress: Progress = quiet,
    *,
    name: str = "",
    sha256: str = "",
    accept_collisions: bool = False,
    dry_run: bool = False,
    origin: dict[str, str] | None = None,
    validators: dict[str, str] | None = None,
    tries: int = 3,
    began: float | None = None,
) -> Report:
    """Import cards into the catalogue and report what was new, changed, unchanged and colliding.

    A set number the catalogue knows for another card (on the word of a source at least as good) is held back and
    reported, unless ``accept_collisions``. ``dry_run`` only reports. ``progress(done, total, step)`` may raise to
    stop: nothing is written then. If another import gets in between, the comparison is made anew, ``tries`` times in
    all; then :class:`Overtaken` is raised. ``origin`` and ``validators`` are kept with the report;
    ``began`` (of ``time.monotonic``) says when the work began, if that was earlier.
    """
    check_not_empty(file)
    began = time.monotonic() if began is None else began
    for attempt in range(tries):
        report = Report(
            source=name or file.format.value,
            format=file.format.value,
            sha256=sha256,
            dry_run=dry_run,
            origin=origin or {},
            validators=validators or {},
        )
        with database.engine.connect() as connection:
            plan = Planner(connection, file, SOURCES[file.format.value], report, accept=accept_collisions).plan(progress)
        if dry_run:
            break
        try:
            write(database, plan, began, progress)
        except Overtaken:
            if attempt == tries - 1:
                raise
        else:
            break
    report.seconds = time.monotonic() - began
    return report
