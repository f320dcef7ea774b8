"""The kinds of background work: which function does it, and the words its progress is shown with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from flask_babel import LazyString

from marketplace.db import Database

Words: TypeAlias = str | LazyString


class JobContext(Protocol):
    """What a job function gets to work with."""

    database: Database
    job_id: int
    user_id: int | None

    def progress(self, done: int, total: int, step: str = "") -> None:
        """Record progress (cheap: at most a few writes a second) and renew the lease.

        Never waits for a lock, so it may be called within a write transaction. Raises :class:`JobCancelled` when
        the job was cancelled, and :class:`JobStopped` when the worker is asked to end.
        """


class JobCancelled(Exception):
    """Somebody cancelled the job, or another worker holds it now: stop and roll back."""


class JobStopped(Exception):
    """The worker is ending: stop and roll back; the job goes back to the outbox."""


JobFunction = Callable[..., dict[str, Any]]


@dataclass(frozen=True)
class JobKind:
    """One kind of work. Calling it calls its function."""

    name: str
    function: JobFunction
    title: Words = ""
    """What the progress bar is called; empty: a general word."""
    steps: Mapping[str, Words] = field(default_factory=dict)
    """Words for the ``step`` keys the function reports."""
    link: Callable[[Mapping[str, Any]], str | None] | None = None
    """Address of the page that shows the result, made from it."""

    def __call__(self, context: JobContext, **payload: Any) -> dict[str, Any]:
        return self.function(context, **payload)


REGISTRY: dict[str, JobKind] = {}
"""Kinds by name; filled by ``@job_kind`` when a feature is imported."""


def job_kind(
    kind: str,
    *,
    title: Words = "",
    steps: Mapping[str, Words] | None = None,
    link: Callable[[Mapping[str, Any]], str | None] | None = None,
) -> Callable[[JobFunction], JobFunction]:
    """Register ``function(context, **payload) -> result`` as the work of ``kind``.

    It must be safe to run again: a worker may be killed anywhere. The result is stored as JSON. A
    ``DomainError`` it raises becomes the job's words; any other exception becomes a general sentence and is logged.
    """

    def register(function: JobFunction) -> JobFunction:
        REGISTRY[kind] = JobKind(kind, function, title, steps or {}, link)
        return function

    return register
