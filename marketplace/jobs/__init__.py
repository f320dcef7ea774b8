"""Background work behind one small interface.

A job is a row of the ``job`` table (an outbox), written in the same transaction as what asked for it, so that a
killed worker loses nothing: whoever holds a job renews its lease, and a job whose lease ran out is taken again.
Embedded, one thread of the site works the jobs off; with ``JOBS_URL`` separate workers do (``flask jobs work``).
"""

from __future__ import annotations

import logging

from flask import Flask, has_request_context

from marketplace.jobs.alone import is_alone
from marketplace.jobs.kinds import REGISTRY, JobCancelled, JobContext, JobFunction, JobKind, JobStopped, job_kind
from marketplace.jobs.models import UNFINISHED, Job
from marketplace.jobs.outbox import LEASE, MAX_ATTEMPTS, cancel, enqueue, take_back
from marketplace.jobs.periodic import every
from marketplace.jobs.viewing import JobView, is_being_written, job_of, view_of
from marketplace.jobs.waking import QueueWaker, ThreadWaker, Waker
from marketplace.jobs.worker import Worker, run_pending

__all__ = [
    "LEASE",
    "MAX_ATTEMPTS",
    "REGISTRY",
    "UNFINISHED",
    "Job",
    "JobCancelled",
    "JobContext",
    "JobFunction",
    "JobKind",
    "JobStopped",
    "JobView",
    "Jobs",
    "QueueWaker",
    "ThreadWaker",
    "Worker",
    "cancel",
    "enqueue",
    "every",
    "init_app",
    "is_being_written",
    "job_kind",
    "job_of",
    "run_pending",
    "start_embedded",
    "take_back",
    "view_of",
]


log = logging.getLogger(__name__)


class Jobs:
    """The background work of one site: how workers are called, and the embedded worker if there is one."""

    def __init__(self, app: Flask) -> None:
        settings = app.config["SETTINGS"]
        self._app = app
        self.embedded = not settings.jobs_url
        """Whether the site works off its jobs itself."""
        self._automatic = self.embedded and not settings.testing
        self.waker: Waker = ThreadWaker() if self.embedded else QueueWaker(settings.jobs_url)
        self.worker: Worker | None = None

    def wake(self) -> None:
        """Call a worker. A web process that has none of its own yet starts it, whichever server runs it."""
        if self._automatic and has_request_context():
            self.start()
        self.waker.wake()

    def leave_to_another(self) -> None:
        """Another process of this machine works off the jobs: start no worker here. It finds them at its next look."""
        self._automatic = False

    def start(self) -> Worker:
        """Start the embedded worker of this process, once."""
        if self.worker is None or not self.worker.is_running:
            self.worker = Worker(self._app, self.waker)
            self.worker.start()
        return self.worker


def start_embedded(app: Flask, *, only_worker: bool = False) -> Worker | None:
    """Work off jobs in a thread of this process: servers call it after forking. None when ``JOBS_URL`` is set.

    ``only_worker``: no other process of this site embeds a worker, so jobs that are "running" were left by killed ones
    and are taken back at once (unless a ``jobs work`` process of this machine may hold them).
    """
    jobs: Jobs = app.extensions["duelfolio_jobs"]
    if not jobs.embedded:
        return None
    if only_worker and jobs.worker is None and is_alone(app.config["SETTINGS"].instance):
        left = take_back(app.extensions["duelfolio_db"])
        if left:
            log.warning("took back %s job(s) of a worker that was killed", left)
    return jobs.start()


def init_app(app: Flask) -> None:
    app.extensions["duelfolio_jobs"] = Jobs(app)
