"""Background work behind one small interface.

A job is a row of the ``job`` table (an outbox), written in the same transaction as what asked for it, so that a
killed worker loses nothing: whoever holds a job renews its lease, and a job whose lease ran out is taken again.
Embedded, one thread of the site works the jobs off; with ``JOBS_URL`` separate workers do (``flask jobs work``).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Protocol

from flask import Flask
from sqlalchemy import JSON, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, Session, mapped_column

from marketplace.db import Base, Database, now


class Job(Base):
    """One piece of background work, its progress and its result."""

    __tablename__ = "job"
    __table_args__ = (Index("ix_job_state_lease", "state", "lease_until"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    payload: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    state: Mapped[str] = mapped_column(String(12), default="queued")
    """queued, running, done, failed, cancelled."""
    user_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    """Who asked; only that person (and the owner) may see it."""
    done: Mapped[int] = mapped_column(default=0)
    total: Mapped[int] = mapped_column(default=0)
    """Units of work finished and expected; total 0 means unknown."""
    step: Mapped[str] = mapped_column(String(60), default="")
    """Key of what is being done, translated by the page that shows it."""
    result: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    error: Mapped[str] = mapped_column(Text, default="")
    attempts: Mapped[int] = mapped_column(default=0)
    lease_until: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]


class JobContext(Protocol):
    """What a job function gets to work with."""

    database: Database
    job_id: int
    user_id: int | None

    def progress(self, done: int, total: int, step: str = "") -> None:
        """Record progress (cheap: at most a few writes a second) and renew the lease. Raises JobCancelled."""


JobFunction = Callable[..., dict[str, Any]]
REGISTRY: dict[str, JobFunction] = {}


def job_kind(kind: str) -> Callable[[JobFunction], JobFunction]:
    """Register ``function(context, **payload) -> result`` as the work of ``kind``; it must be safe to run again."""

    def register(function: JobFunction) -> JobFunction:
        REGISTRY[kind] = function
        return function

    return register


def enqueue(session: Session, kind: str, payload: dict[str, Any], user_id: int | None = None) -> Job:
    """Write the job into the outbox of this transaction; workers are woken once it has been committed."""
    job = Job(kind=kind, payload=payload, user_id=user_id)
    session.add(job)
    session.flush()
    return job


def init_app(app: Flask) -> None:
    app.extensions["duelfolio_jobs"] = None
