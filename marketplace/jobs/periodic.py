"""Work that comes round by itself, such as closing what is overdue: once for the whole site, however many processes run.

Every worker looks now and then whether a kind is due. Whoever finds it so writes an ordinary job into the outbox, under
a lock and after looking again; from there on leases and retries apply. A turn nobody was awake for is not made up for.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, func, select, text
from sqlalchemy.orm import Session

from marketplace.db import Database, now
from marketplace.jobs.models import UNFINISHED, Job
from marketplace.jobs.outbox import enqueue

LOOK_EVERY = 60.0
"""Seconds between two looks of a worker."""
FIRST_LOOK = 15.0
"""Seconds after its start: the site answers its first pages meanwhile."""

_PERIODS: dict[str, timedelta] = {}
_ADVISORY_KEY = 4_107_310
"""Any fixed number: PostgreSQL's advisory lock of whoever plans the next turns."""


def every(kind: str, period: timedelta) -> None:
    """Have the job ``kind`` (registered with ``@job_kind``, called without arguments) run once per ``period``."""
    _PERIODS[kind] = period


def plan_due(database: Database) -> int:
    """Write a job for each kind that is due; returns how many. Cheap and without a lock when none is."""
    with database.read() as session:
        if not _due(session):
            return 0
    with database.write() as session:
        if session.get_bind().dialect.name == "postgresql":
            session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_KEY})
        due = _due(session)
        for kind in due:
            # Only the last turn is kept: the owner's list of jobs is for work somebody asked for.
            session.execute(delete(Job).where(Job.kind == kind, Job.state == "done"))
            enqueue(session, kind, {})
        return len(due)


def _due(session: Session) -> list[str]:
    """Kinds none of which waits or runs, and whose last turn began a period ago."""
    if not _PERIODS:
        return []
    last: dict[str, datetime] = {}
    waiting = set()
    query = select(Job.kind, Job.state, func.max(Job.created_at)).where(Job.kind.in_(_PERIODS)).group_by(Job.kind, Job.state)
    for kind, state, created_at in session.execute(query):
        last[kind] = max(created_at, last.get(kind, created_at))
        if state in UNFINISHED:
            waiting.add(kind)
    moment = now()
    return [
        kind for kind, period in _PERIODS.items() if kind not in waiting and (kind not in last or last[kind] + period <= moment)
    ]
