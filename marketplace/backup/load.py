"""Restoring a backup: checked first, then everything in one transaction.

SQLite: the backup is loaded into a new file beside the database and copied over the living one by SQLite's own
backup call, which is one transaction. PostgreSQL: tables are emptied (or rebuilt, when the backup is of an older
schema) and filled in one transaction. Either way a process that dies on the way leaves the old state.

Photos are named after their content, so those of the backup are added before the tables change and those no longer
wanted are removed afterwards: at no moment is a photo missing that the tables name.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import zipfile
from pathlib import Path

from flask_babel import lazy_gettext as _l

from marketplace.backup import archive as files
from marketplace.backup.archive import BackupRefused, Manifest, Progress
from marketplace.backup.dump import photo_files
from marketplace.backup.tables import fill_postgresql, fill_sqlite, known_schemas
from marketplace.config import Settings
from marketplace.db import Database

_PAGES_AT_A_TIME = 5000


def restore(database: Database, settings: Settings, path: Path, progress: Progress | None = None) -> Manifest:
    """Replace everything this site holds by what ``path`` holds.

    Raises :class:`BackupRefused`, having changed nothing, when the file is damaged, foreign or of a newer version.
    """
    tell = progress or files.silent
    manifest = files.verify(path, tell)
    if manifest.schema not in known_schemas():
        raise files.newer(manifest.product_version)
    _check_room(settings, manifest)
    before = photo_files(settings.photos_folder)
    with files.opened(path) as archive:
        _add_photos(archive, manifest, settings.photos_folder, tell)
        if database.engine.dialect.name == "postgresql":
            fill_postgresql(database, archive, manifest, tell)
        else:
            _replace_sqlite(database, settings, archive, manifest, tell)
    wanted = set(manifest.photos)
    for name, photo in before.items():
        if name not in wanted:
            photo.unlink(missing_ok=True)
    return manifest


def _replace_sqlite(
    database: Database, settings: Settings, archive: zipfile.ZipFile, manifest: Manifest, progress: Progress
) -> None:
    target = Path(database.engine.url.database or "").resolve()
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".restore-") as folder:
        made = Path(folder) / "restored.sqlite3"
        fresh = Database(f"sqlite:///{made}")
        try:
            fill_sqlite(fresh, archive, manifest, progress)
        finally:
            fresh.dispose()
        source, living = sqlite3.connect(made), sqlite3.connect(target, timeout=60)
        try:
            # The living file stays locked for writers from the first page to the last: it changes as a whole or not at all.
            source.backup(
                living, pages=_PAGES_AT_A_TIME, progress=lambda _status, left, total: progress(total - left, total, "replace")
            )
        finally:
            living.close()
            source.close()
    database.dispose()


def _check_room(settings: Settings, manifest: Manifest) -> None:
    """Refuse before the disk is full rather than after. SQLite needs the tables three times on the way."""
    photos = sum(manifest.members[name].size for name in manifest.photos)
    needed = photos + 3 * (manifest.size - photos)
    free = shutil.disk_usage(settings.instance).free
    if needed > free:
        raise BackupRefused(
            _l(
                "There is not enough room: restoring needs about %(needed)d MB, %(free)d MB are free. Nothing was changed.",
                needed=needed // 1_000_000 + 1,
                free=free // 1_000_000,
            ),
            "room",
        )


def _add_photos(archive: zipfile.ZipFile, manifest: Manifest, folder: Path, progress: Progress) -> None:
    names = manifest.photos
    for number, name in enumerate(names, start=1):
        target = folder.joinpath(*name.split("/")[1:])
        expected = manifest.members[name]
        if not (target.is_file() and target.stat().st_size == expected.size):
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f".{target.name}.{os.getpid()}.part")
            try:
                with part.open("wb") as out:
                    for chunk in files.chunks(archive, name, expected.size):
                        out.write(chunk)
                part.replace(target)
            finally:
                part.unlink(missing_ok=True)
        progress(number, len(names), "photos")
