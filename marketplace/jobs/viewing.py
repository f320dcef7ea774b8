"""A job as its page, its progress bar and its JSON show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import current_app
from flask_babel import gettext as _
from sqlalchemy.orm import Session

from marketplace.errors import NotFound
from marketplace.jobs.kinds import REGISTRY
from marketplace.jobs.models import Job
from marketplace.jobs.notes import Note, Notes


@dataclass(frozen=True, slots=True)
class JobView:
    """What a reader gets to see, in the reader's language."""

    id: int
    kind: str
    title: str
    state: str
    step: str
    done: int
    total: int
    """0: nobody knows how much there is."""
    error: str
    finished: bool
    link: str | None
    """Where the result is shown, once there is one."""

    @property
    def percent(self) -> int | None:
        """0 to 100, or None when nobody knows how much there is."""
        if not self.total:
            return None
        # Rounded down, so that 100 is said when it is true.
        return min(100, 100 * self.done // self.total)

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id, "kind": self.kind, "title": self.title, "state": self.state, "step": self.step, "done": self.done,
            "total": self.total, "error": self.error, "finished": self.finished, "link": self.link,
        }  # fmt: skip


def job_of(session: Session, job_id: int, viewer_id: int, *, viewer_is_owner: bool) -> Job:
    """The job, if the viewer asked for it or owns the site. Raises NotFound otherwise."""
    job = session.get(Job, job_id)
    if job is None or not (viewer_is_owner or job.user_id == viewer_id):
        raise NotFound()
    return job


def is_being_written(job: Job) -> bool:
    """True while the job holds the database's only write lock: it cannot be cancelled between two of its rows."""
    return Notes(current_app.config["SETTINGS"].instance).of(job) is not None


def view_of(job: Job) -> JobView:
    """The job in the reader's words."""
    kind = REGISTRY.get(job.kind)
    steps = kind.steps if kind else {}
    got_to = Notes(current_app.config["SETTINGS"].instance).of(job) or Note(job.done, job.total, job.step)
    link = kind.link(job.result) if kind and kind.link and job.state == "done" else None
    return JobView(
        id=job.id,
        kind=job.kind,
        title=str(kind.title if kind and kind.title else _("Background work")),
        state=job.state,
        step=_waiting_words(job) if job.state == "queued" else str(steps.get(got_to.step, "")),
        done=got_to.done,
        total=got_to.total,
        error=error_words(job),
        finished=job.is_finished,
        link=link,
    )


def _waiting_words(job: Job) -> str:
    return _("Waiting for the next try") if job.attempts else _("Waiting for its turn")


def error_words(job: Job) -> str:
    """Why the job failed; empty if it did not."""
    if job.state != "failed":
        return ""
    if "gave_up" in job.result:
        return _(
            "The work was interrupted %(count)d times and given up. Nothing was changed; try again.",
            count=job.result["gave_up"],
        )
    return job.error or _("Something went wrong on our side. Nothing was changed.")
