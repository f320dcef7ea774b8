"""The backups an owner keeps on the site's own disk: made on request or daily, listed, deleted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask import current_app
from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.ownership import require_owner
from marketplace.accounts.site_settings import DAILY_BACKUP, setting
from marketplace.backup import write_backup
from marketplace.config import Settings
from marketplace.db import Database, now
from marketplace.errors import NotFound, Refused
from marketplace.jobs import UNFINISHED, Job, JobContext, enqueue, job_kind

BACKUP = "site.backup"
DAILY = "site.daily_backup"
KEPT = 7
"""Daily backups kept; those made by hand stay until somebody deletes them."""
_EVERY = timedelta(days=1)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.zip")
_STEPS = {"tables": _l("Writing the tables"), "photos": _l("Adding the photos")}


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup in the site's folder."""

    name: str
    path: Path
    size: int
    """Bytes."""
    made_at: datetime
    kind: str
    """daily, before-restore, hand, or other (copied into the folder by somebody)."""


def list_backups(settings: Settings) -> list[BackupFile]:
    """All backups in the folder, newest first."""
    folder = settings.backups_folder
    if not folder.is_dir():
        return []
    found = []
    for path in folder.iterdir():
        if _NAME.fullmatch(path.name) and path.is_file() and not path.is_symlink():
            facts = path.stat()
            found.append(
                BackupFile(path.name, path, facts.st_size, datetime.fromtimestamp(int(facts.st_mtime), UTC), _kind(path.name))
            )
    return sorted(found, key=lambda file: (file.made_at, file.name), reverse=True)


def find_backup(session: Session, settings: Settings, actor_id: int, name: str) -> BackupFile:
    """The backup called ``name``; only what the list shows can be found, so a name cannot lead elsewhere."""
    require_owner(session, actor_id)
    for file in list_backups(settings):
        if file.name == name:
            return file
    raise NotFound


def request_backup(session: Session, actor_id: int) -> Job:
    """Have a backup made now. Asked twice while one is being made, it is that one."""
    require_owner(session, actor_id)
    running = session.scalar(select(Job).where(Job.kind == BACKUP, Job.state.in_(UNFINISHED)).limit(1))
    return running or enqueue(session, BACKUP, {}, user_id=actor_id)


def delete_backup(session: Session, settings: Settings, actor_id: int, name: str) -> None:
    find_backup(session, settings, actor_id, name).path.unlink(missing_ok=True)


def new_name(kind: str) -> str:
    """A file name by date and kind, such as ``duelfolio-2026-11-30-041500-daily.zip``."""
    return f"duelfolio-{now():%Y-%m-%d-%H%M%S}{'-' + kind if kind else ''}.zip"


@job_kind(BACKUP, title=_l("Backup"), steps=_STEPS)
def make_backup(context: JobContext) -> dict[str, Any]:
    """Write a backup the owner asked for."""
    return _made(context, "")


@job_kind(DAILY, title=_l("Daily backup"), steps=_STEPS)
def make_daily_backup(context: JobContext) -> dict[str, Any]:
    """Write today's backup, forget the eighth, and set the time of the next."""
    settings: Settings = current_app.config["SETTINGS"]
    with context.database.read() as session:
        wanted = setting(session, DAILY_BACKUP) == "yes"
    try:
        result = _made(context, "daily") if wanted else {}
        for file in [file for file in list_backups(settings) if file.kind == "daily"][KEPT:]:
            file.path.unlink(missing_ok=True)
        _sweep_unfinished(settings)
    finally:
        with context.database.write() as session:
            _plan(session, now() + _EVERY)
    return result


def plan_daily_backup(database: Database, settings: Settings) -> None:
    """See to it that the next daily backup is planned; called when the site starts."""
    daily = [file for file in list_backups(settings) if file.kind == "daily"]
    # A little later than the start: whoever starts the site wants to use it first.
    soon = now() + timedelta(minutes=10)
    with database.write() as session:
        if session.scalar(select(Job.id).where(Job.kind == DAILY, Job.state.in_(UNFINISHED)).limit(1)) is None:
            _plan(session, max(soon, daily[0].made_at + _EVERY) if daily else soon)


def _plan(session: Session, moment: datetime) -> None:
    # A queued job is not taken before the end of its lease: the outbox is the calendar.
    enqueue(session, DAILY, {}).lease_until = moment
    session.flush()


def _made(context: JobContext, kind: str) -> dict[str, Any]:
    settings: Settings = current_app.config["SETTINGS"]
    path = settings.backups_folder / new_name(kind)
    try:
        manifest = write_backup(context.database, settings, path, context.progress)
    except OSError as error:
        raise Refused(
            _l("The backup could not be written: %(reason)s", reason=error.strerror or str(error)), rule="backup.disk"
        ) from None
    return {"name": path.name, "size": path.stat().st_size, **manifest.counts}


def _sweep_unfinished(settings: Settings) -> None:
    """Remove what a killed worker left half-written."""
    for part in settings.backups_folder.glob(".*.part"):
        if now() - datetime.fromtimestamp(part.stat().st_mtime, UTC) > _EVERY:
            part.unlink(missing_ok=True)


def _kind(name: str) -> str:
    stem = name.removesuffix(".zip")
    if not stem.startswith("duelfolio-"):
        return "other"
    for kind in ("daily", "before-restore"):
        if stem.endswith(f"-{kind}"):
            return kind
    return "hand"
