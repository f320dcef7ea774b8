"""The state of the whole site, for its owner."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.accounts.ownership import require_owner
from marketplace.catalogue.models import Card, CatalogueImport, Printing
from marketplace.collection.models import Photo, Stack
from marketplace.config import Settings
from marketplace.jobs import UNFINISHED, Job
from marketplace.site.backups import BackupFile, list_backups

RECENT_JOBS = 8


@dataclass(frozen=True, slots=True)
class DiskUse:
    """Bytes."""

    database: int
    photos: int
    backups: int
    free: int


@dataclass(frozen=True, slots=True)
class Overview:
    people: int
    owners: int
    deactivated: int
    waiting_resets: int
    cards: int
    printings: int
    copies: int
    collectors: int
    """People who own at least one copy."""
    last_import: CatalogueImport | None
    last_backup: BackupFile | None
    disk: DiskUse
    jobs_running: int
    jobs_queued: int
    jobs_failed: int
    recent_jobs: list[Job]


def overview(session: Session, settings: Settings, actor_id: int) -> Overview:
    """Everything the owner's first page shows. Raises ``OwnerOnly`` for anybody else."""
    require_owner(session, actor_id)
    people, owners, active, resets = session.execute(
        select(
            func.count(),
            func.count().filter(User.is_owner),
            func.count().filter(User.is_active_account),
            func.count(User.reset_requested_at),
        ).select_from(User)
    ).one()
    copies, collectors = session.execute(
        select(func.coalesce(func.sum(Stack.quantity), 0), func.count(Stack.user_id.distinct())).where(Stack.quantity > 0)
    ).one()
    states: dict[str, int] = {}
    for state, number in session.execute(select(Job.state, func.count()).group_by(Job.state)):
        states[state] = number
    backups = list_backups(settings)
    return Overview(
        people=people,
        owners=owners,
        deactivated=people - active,
        waiting_resets=resets,
        cards=session.scalar(select(func.count()).select_from(Card).where(Card.added_by_id.is_(None))) or 0,
        printings=session.scalar(select(func.count()).select_from(Printing).where(Printing.added_by_id.is_(None))) or 0,
        copies=int(copies),
        collectors=collectors,
        last_import=session.scalar(
            select(CatalogueImport).where(CatalogueImport.finished_at.is_not(None)).order_by(CatalogueImport.id.desc()).limit(1)
        ),
        last_backup=backups[0] if backups else None,
        disk=disk_use(session, settings),
        jobs_running=states.get("running", 0),
        jobs_queued=states.get("queued", 0),
        jobs_failed=states.get("failed", 0),
        recent_jobs=list(
            session.scalars(
                select(Job).where(Job.state.in_((*UNFINISHED, "failed", "done"))).order_by(Job.id.desc()).limit(RECENT_JOBS)
            )
        ),
    )


def disk_use(session: Session, settings: Settings) -> DiskUse:
    """How much room the site takes, and how much is left where it writes."""
    if session.get_bind().dialect.name == "postgresql":
        database = int(session.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    else:
        file = Path(str(session.get_bind().engine.url.database))
        database = sum(part.stat().st_size for part in (file, Path(f"{file}-wal")) if part.exists())
    # The stored size of each photo; thumbnails come on top. Walking the folder would take long on a slow disk.
    photos = int(session.scalar(select(func.coalesce(func.sum(Photo.size), 0))) or 0)
    backups = sum(file.size for file in list_backups(settings))
    return DiskUse(database, photos, backups, shutil.disk_usage(settings.instance).free)
