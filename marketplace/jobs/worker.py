"""The worker: takes jobs from the outbox, runs them and keeps their lease."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from flask import Flask
from flask_babel import force_locale, gettext
from sqlalchemy.exc import InterfaceError, OperationalError

from marketplace.db import Database, now
from marketplace.errors import DomainError
from marketplace.jobs import outbox, periodic
from marketplace.jobs.kinds import REGISTRY, JobCancelled, JobStopped
from marketplace.jobs.notes import Note, Notes
from marketplace.jobs.waking import Waker

log = logging.getLogger(__name__)

LOOK_EVERY = 3.0
"""Seconds between two looks into the outbox when nobody calls."""
_WRITE_EVERY = 0.6
"""Seconds between two writes of a job's progress."""
_RETRY_AFTER = timedelta(seconds=10)
_SWEEP_EVERY = 6 * 3600.0


class RunningJob:
    """The context a job function works with."""

    def __init__(
        self, database: Database, claimed: outbox.Claim, lease: timedelta, stopping: Callable[[], bool], notes: Notes
    ) -> None:
        self.database = database
        self.job_id = claimed.job_id
        self.user_id = claimed.user_id
        self._claimed = claimed
        self._lease = lease
        self._stopping = stopping
        self._notes = notes
        self._noted = True  # Perhaps by a worker that was killed over it.
        self._written_at = 0.0
        self._step = ""
        self._lost = threading.Event()

    def progress(self, done: int, total: int, step: str = "") -> None:
        """See :class:`marketplace.jobs.JobContext`."""
        if self._lost.is_set():
            raise JobCancelled
        if self._stopping():
            raise JobStopped
        moment = time.monotonic()
        if step == self._step and moment - self._written_at < _WRITE_EVERY:
            return
        self._step, self._written_at = step, moment
        values = {"done": done, "total": total, "step": step, "lease_until": now() + self._lease}
        changed = write_at_once(self.database, outbox.held(self._claimed).values(**values))
        if changed is None:
            self._notes.write(self.job_id, self._claimed.attempt, Note(done, total, step))
            self._noted = True
        elif changed == 0:
            self._lost.set()
            raise JobCancelled
        else:
            self.tidy()

    def tidy(self) -> None:
        """Forget what was noted while the database could not be told."""
        if self._noted:
            self._notes.remove(self.job_id)
            self._noted = False

    def keep(self, finished: threading.Event) -> None:
        """Renew the lease until ``finished``: a long step without a sign of progress keeps its job."""
        while not finished.wait(self._lease.total_seconds() / 4):
            try:
                if not outbox.renew(self.database, self._claimed, self._lease):
                    self._lost.set()
                    return
            except OperationalError:
                log.warning("could not renew the lease of job %s; trying again", self.job_id)


def write_at_once(database: Database, statement: Any) -> int | None:
    """Run one change without waiting for SQLite's write lock; the number of rows, or None when it was not free.

    A job reports progress while its own transaction holds that lock: waiting would never end.
    """
    engine = database.engine
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            return connection.execute(statement).rowcount
    with engine.execution_options(write=True).connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA busy_timeout = 50")
        try:
            with connection.begin():
                return connection.execute(statement).rowcount
        except OperationalError as error:
            if "locked" in str(error.orig):
                return None
            raise
        finally:
            driver.execute("PRAGMA busy_timeout = 30000")


def run(
    app: Flask, claimed: outbox.Claim, *, lease: timedelta = outbox.LEASE, stopping: Callable[[], bool] = lambda: False
) -> None:
    """Do one job and record how it ended."""
    database: Database = app.extensions["duelfolio_db"]
    payload = {key: value for key, value in claimed.payload.items() if not key.startswith("_")}
    locale = str(claimed.payload.get("_locale") or app.config["SETTINGS"].default_locale)
    context = RunningJob(database, claimed, lease, stopping, Notes(app.config["SETTINGS"].instance))
    finished = threading.Event()
    keeper = threading.Thread(target=context.keep, args=(finished,), name=f"lease of job {claimed.job_id}", daemon=True)
    with app.app_context(), force_locale(locale):
        keeper.start()
        try:
            kind = REGISTRY.get(claimed.kind)
            if kind is None:
                raise DomainError(
                    gettext("This version of the site does not know this kind of work."), rule="jobs.unknown_kind"
                )
            result = kind(context, **payload)
            outbox.finish(database, claimed, result)
        except JobCancelled:
            log.info("job %s (%s) was cancelled", claimed.job_id, claimed.kind)
        except JobStopped:
            outbox.give_back(database, claimed, count=False)
        except DomainError as error:
            outbox.fail(database, claimed, str(error.message), {"rule": error.rule} if error.rule else {})
        except (OperationalError, InterfaceError):
            log.exception("job %s (%s) lost its database", claimed.job_id, claimed.kind)
            if claimed.attempt < outbox.MAX_ATTEMPTS:
                outbox.give_back(database, claimed, after=_RETRY_AFTER)
            else:
                outbox.fail(database, claimed, gettext("The database did not answer. Nothing was changed; try again later."))
        except Exception:
            log.exception("job %s (%s) failed", claimed.job_id, claimed.kind)
            outbox.fail(database, claimed, gettext("Something went wrong on our side. Nothing was changed."))
        finally:
            finished.set()
            context.tidy()


def run_pending(app: Flask, *, lease: timedelta = outbox.LEASE, stopping: Callable[[], bool] = lambda: False) -> int:
    """Do every job that waits now, one after the other; returns how many were taken."""
    database: Database = app.extensions["duelfolio_db"]
    count = 0
    while not stopping() and outbox.has_waiting(database):
        claimed = outbox.claim(database, lease)
        if claimed is None:
            break
        count += 1
        run(app, claimed, lease=lease, stopping=stopping)
    return count


class Worker:
    """Works off the outbox until it is stopped."""

    def __init__(self, app: Flask, waker: Waker, *, lease: timedelta = outbox.LEASE, look_every: float = LOOK_EVERY) -> None:
        self._app = app
        self._waker = waker
        self._lease = lease
        self._look_every = look_every
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Work in a thread of this process that ends with it."""
        self._thread = threading.Thread(target=self.run, name="jobs", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def stop(self, timeout: float = 10.0) -> None:
        """Ask the work to end: a running job goes back to the outbox at its next sign of progress."""
        self._stop.set()
        self._waker.wake()
        if self._thread is not None:
            self._thread.join(timeout)

    def ask_to_stop(self) -> None:
        """As ``stop``, without waiting; safe in a signal handler."""
        self._stop.set()

    def run(self) -> None:
        swept_at = time.monotonic()
        planned_at = swept_at - periodic.LOOK_EVERY + periodic.FIRST_LOOK
        while not self._stop.is_set():
            try:
                if time.monotonic() - planned_at > periodic.LOOK_EVERY:
                    planned_at = time.monotonic()
                    periodic.plan_due(self._app.extensions["duelfolio_db"])
                run_pending(self._app, lease=self._lease, stopping=self._stop.is_set)
                if time.monotonic() - swept_at > _SWEEP_EVERY:
                    swept_at = time.monotonic()
                    outbox.sweep_finished(self._app.extensions["duelfolio_db"])
            except Exception:
                # The database may be away for a while: the worker must outlive that.
                log.exception("looking for work failed; trying again")
                self._stop.wait(self._look_every)
            if not self._stop.is_set():
                self._waker.wait(self._look_every)
