"""The outbox: how a job is written, taken, kept, finished, given back and cancelled.

A job is taken under a lease. Every later change names the attempt it was taken with, so that a worker that lost
its lease (it was stopped for too long) cannot touch a job another worker holds by now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from flask import current_app, has_app_context, has_request_context
from flask_babel import get_locale
from sqlalchemy import ColumnElement, Update, and_, delete, event, or_, select, update
from sqlalchemy.orm import Session

from marketplace.db import Database, now
from marketplace.jobs.models import UNFINISHED, Job

LEASE = timedelta(seconds=120)
"""How long a job stays with a worker that gives no sign. Longer than any single write transaction."""
MAX_ATTEMPTS = 3
"""Workers that may die over one job before it counts as failed."""
KEPT_DAYS = 60
"""Days a finished job is kept."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A job as taken by a worker."""

    job_id: int
    kind: str
    payload: Mapping[str, Any]
    user_id: int | None
    attempt: int


def enqueue(session: Session, kind: str, payload: dict[str, Any], user_id: int | None = None) -> Job:
    """Write the job into the outbox of this transaction; workers are woken once it has been committed."""
    if has_request_context():
        payload = {**payload, "_locale": str(get_locale() or "")}
    job = Job(kind=kind, payload=payload, user_id=user_id)
    session.add(job)
    session.flush()
    jobs = current_app.extensions.get("duelfolio_jobs") if has_app_context() else None
    if jobs is not None:
        event.listen(session, "after_commit", lambda _session: jobs.wake(), once=True)
    return job


def _waiting(moment: Any) -> ColumnElement[bool]:
    """Jobs a worker may take: queued ones whose time has come, and running ones whose lease ran out."""
    return or_(
        and_(Job.state == "queued", or_(Job.lease_until.is_(None), Job.lease_until <= moment)),
        and_(Job.state == "running", Job.lease_until <= moment),
    )


def has_waiting(database: Database) -> bool:
    """Whether there is anything to take: a cheap look that takes no lock."""
    with database.read() as session:
        return session.scalar(select(Job.id).where(_waiting(now())).limit(1)) is not None


def claim(database: Database, lease: timedelta = LEASE) -> Claim | None:
    """Take the oldest waiting job, or None. However many processes ask, each job goes to one of them.

    A job whose workers died ``MAX_ATTEMPTS`` times is not taken again: it fails.
    """
    moment = now()
    with database.write() as session:
        while True:
            job = session.scalar(
                select(Job).where(_waiting(moment)).order_by(Job.id).limit(1).with_for_update(skip_locked=True)
            )
            if job is None:
                return None
            if job.attempts >= MAX_ATTEMPTS:
                job.state, job.lease_until, job.finished_at = "failed", None, moment
                job.error = ""
                job.result = {"gave_up": job.attempts}
                session.flush()
                continue
            job.state = "running"
            job.attempts += 1
            job.lease_until = moment + lease
            job.started_at = job.started_at or moment
            return Claim(job.id, job.kind, dict(job.payload), job.user_id, job.attempts)


def take_back(database: Database) -> int:
    """Put back every running job, at a moment when no worker is alive; returns how many.

    Their workers were killed: waiting for the end of their leases would help nobody. Should one live after all, it
    finds at its next sign that the job is another's.
    """
    with database.write() as session:
        result = session.execute(
            update(Job).where(Job.state == "running").values(state="queued", lease_until=None, step="", done=0)
        )
        return int(result.rowcount)  # type: ignore[attr-defined]


def held(claimed: Claim) -> Update:
    """The start of every change by the worker that holds ``claimed``; touches no row once it does not any more."""
    return update(Job).where(Job.id == claimed.job_id, Job.attempts == claimed.attempt, Job.state == "running")


def renew(database: Database, claimed: Claim, lease: timedelta = LEASE) -> bool:
    """Prolong the lease; False when the job is no longer this worker's."""
    return _change(database, claimed, lease_until=now() + lease)


def finish(database: Database, claimed: Claim, result: dict[str, Any]) -> bool:
    """Record success."""
    return _change(
        database, claimed, state="done", result=result, error="", step="", done=Job.total, lease_until=None, finished_at=now()
    )


def fail(database: Database, claimed: Claim, error: str, result: dict[str, Any] | None = None) -> bool:
    """Record that the job cannot be done, with the reason in words."""
    return _change(database, claimed, state="failed", error=error, result=result or {}, lease_until=None, finished_at=now())


def give_back(database: Database, claimed: Claim, *, after: timedelta | None = None, count: bool = True) -> bool:
    """Put the job back: to be taken at once, or ``after`` a while. ``count=False`` does not count the attempt."""
    attempts = claimed.attempt if count else claimed.attempt - 1
    return _change(
        database, claimed, state="queued", attempts=attempts, lease_until=now() + after if after else None, step="", done=0
    )


def _change(database: Database, claimed: Claim, **values: Any) -> bool:
    with database.write() as session:
        result = session.execute(held(claimed).values(**values))
        return bool(result.rowcount)  # type: ignore[attr-defined]


def cancel(session: Session, job: Job) -> bool:
    """Cancel a job that has not finished; its worker stops at its next sign of progress. False if it was too late."""
    result = session.execute(
        update(Job)
        .where(Job.id == job.id, Job.state.in_(UNFINISHED))
        .values(state="cancelled", lease_until=None, finished_at=now())
    )
    session.refresh(job)
    return bool(result.rowcount)  # type: ignore[attr-defined]


def sweep_finished(database: Database) -> int:
    """Forget jobs that finished long ago; returns how many."""
    with database.write() as session:
        old = Job.finished_at < now() - timedelta(days=KEPT_DAYS)
        return session.execute(delete(Job).where(Job.state.not_in(UNFINISHED), old)).rowcount  # type: ignore[attr-defined]
