"""The job table: the outbox background work is written to."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from marketplace.db import Base, now

UNFINISHED = ("queued", "running")


class Job(Base):
    """One piece of background work, its progress and its result."""

    __tablename__ = "job"
    __table_args__ = (Index("ix_job_state_lease", "state", "lease_until"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    payload: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """Arguments of the function. Keys that begin with ``_`` are the outbox's own, such as the reader's language."""
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
    """Why it failed, in the language of whoever asked."""
    attempts: Mapped[int] = mapped_column(default=0)
    """How often a worker took it; also tells a worker that lost its lease from the one that holds it now."""
    lease_until: Mapped[datetime | None]
    """Running: taken again after this moment. Queued: not taken before it."""
    created_at: Mapped[datetime] = mapped_column(default=now)
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]

    @property
    def is_finished(self) -> bool:
        return self.state not in UNFINISHED
