"""Background jobs: written with their cause, run once, told in words, taken again after a worker died."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask_babel import lazy_gettext
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError

from marketplace.db import Database, now
from marketplace.errors import Refused
from marketplace.jobs import (
    MAX_ATTEMPTS,
    REGISTRY,
    Job,
    JobCancelled,
    JobContext,
    JobStopped,
    ThreadWaker,
    Worker,
    cancel,
    enqueue,
    is_being_written,
    job_kind,
    outbox,
    run_pending,
    start_embedded,
    view_of,
)
from marketplace.jobs.notes import Note, Notes
from tests.factories import accounts


@pytest.fixture(autouse=True)
def _kinds() -> Iterator[None]:
    before = dict(REGISTRY)
    yield
    REGISTRY.clear()
    REGISTRY.update(before)


def ask(app: Flask, kind: str, user_id: int | None = None, **payload: Any) -> int:
    database: Database = app.extensions["duelfolio_db"]
    with app.app_context(), database.write() as session:
        return enqueue(session, kind, payload, user_id).id


def job_of(app: Flask, job_id: int) -> Job:
    with app.extensions["duelfolio_db"].read() as session:
        job = session.get(Job, job_id)
        assert job is not None
        return job  # type: ignore[no-any-return]


def test_a_job_is_done_once_with_its_payload_progress_and_result(app: Flask) -> None:
    seen: list[Job] = []

    @job_kind("test.add")
    def add(context: JobContext, first: int, second: int) -> dict[str, Any]:
        context.progress(3, 10, "adding")
        seen.append(job_of(app, context.job_id))
        assert context.user_id == user_id
        return {"sum": first + second}

    with app.extensions["duelfolio_db"].write() as session:
        user_id = accounts.user(session).id
    job_id = ask(app, "test.add", user_id, first=2, second=3)
    assert (job_of(app, job_id).state, job_of(app, job_id).attempts) == ("queued", 0)
    assert run_pending(app) == 1
    assert (seen[0].state, seen[0].done, seen[0].total, seen[0].step) == ("running", 3, 10, "adding")
    assert seen[0].lease_until is not None
    done = job_of(app, job_id)
    assert (done.state, done.result, done.done, done.total, done.error) == ("done", {"sum": 5}, 10, 10, "")
    assert done.finished_at is not None
    assert done.is_finished
    assert run_pending(app) == 0


def test_a_job_is_part_of_the_transaction_that_asks_for_it(app: Flask) -> None:
    with app.app_context(), app.extensions["duelfolio_db"].session(write=True) as session:
        enqueue(session, "test.never", {})
        session.rollback()
    assert run_pending(app) == 0


def test_a_refusal_is_told_in_the_language_of_whoever_asked(app: Flask) -> None:
    @job_kind("test.refuse")
    def refuse(_context: JobContext) -> dict[str, Any]:
        raise Refused(lazy_gettext("We could not find that page."), rule="test.no")

    with app.test_request_context(headers={"Accept-Language": "fr"}), app.extensions["duelfolio_db"].write() as session:
        job_id = enqueue(session, "test.refuse", {}).id
    assert job_of(app, job_id).payload == {"_locale": "fr"}
    run_pending(app)
    failed = job_of(app, job_id)
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert failed.error == str(lazy_gettext("We could not find that page."))
    assert (failed.state, failed.result) == ("failed", {"rule": "test.no"})


def test_an_unexpected_error_is_logged_and_told_in_general_words(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    @job_kind("test.break")
    def stumble(_context: JobContext) -> dict[str, Any]:
        raise ZeroDivisionError("secret detail")

    job_id = ask(app, "test.break")
    with caplog.at_level(logging.ERROR):
        run_pending(app)
    failed = job_of(app, job_id)
    assert failed.state == "failed"
    assert "secret" not in failed.error
    assert failed.error
    assert "ZeroDivisionError" in caplog.text


def test_a_kind_nobody_knows_fails_in_words(app: Flask) -> None:
    job_id = ask(app, "test.unknown")
    run_pending(app)
    assert (job_of(app, job_id).state, job_of(app, job_id).result) == ("failed", {"rule": "jobs.unknown_kind"})


def test_a_lost_database_is_tried_again_and_then_told(app: Flask) -> None:
    @job_kind("test.away")
    def away(_context: JobContext) -> dict[str, Any]:
        raise OperationalError("SELECT 1", {}, Exception("server closed the connection"))

    job_id = ask(app, "test.away")
    for attempt in range(1, MAX_ATTEMPTS):
        assert run_pending(app) == 1
        waiting = job_of(app, job_id)
        assert (waiting.state, waiting.attempts) == ("queued", attempt)
        assert run_pending(app) == 0, "it waits a while before the next try"
        with app.extensions["duelfolio_db"].write() as session:
            session.execute(update(Job).values(lease_until=now()))
    run_pending(app)
    assert job_of(app, job_id).state == "failed"


def test_a_queued_job_can_be_cancelled(app: Flask) -> None:
    job_id = ask(app, "test.never")
    with app.extensions["duelfolio_db"].write() as session:
        assert cancel(session, session.get_one(Job, job_id))
    assert run_pending(app) == 0
    assert job_of(app, job_id).state == "cancelled"
    with app.extensions["duelfolio_db"].write() as session:
        assert not cancel(session, session.get_one(Job, job_id)), "it is too late"


def test_a_running_job_stops_at_its_next_sign_of_progress(app: Flask) -> None:
    reached = []

    @job_kind("test.long")
    def long(context: JobContext) -> dict[str, Any]:
        context.progress(1, 2, "first")
        with app.extensions["duelfolio_db"].write() as session:
            cancel(session, session.get_one(Job, context.job_id))
        reached.append("cancelled")
        context.progress(2, 2, "second")
        reached.append("too far")
        return {}

    job_id = ask(app, "test.long")
    run_pending(app)
    assert reached == ["cancelled"]
    assert job_of(app, job_id).state == "cancelled"


def test_progress_is_cheap_and_never_waits_for_the_jobs_own_transaction(app: Flask) -> None:
    database: Database = app.extensions["duelfolio_db"]

    @job_kind("test.writes")
    def writes(context: JobContext) -> dict[str, Any]:
        with database.write() as session:
            accounts.user(session)  # On SQLite this transaction holds the only write lock.
            begun, worked = time.monotonic(), time.thread_time()
            for step in range(2000):
                context.progress(step, 2000, f"step {step // 1000}")
            return {"seconds": time.monotonic() - begun, "worked": time.thread_time() - worked}

    job_id = ask(app, "test.writes")
    run_pending(app)
    done = job_of(app, job_id)
    assert done.state == "done"
    assert done.result["worked"] < 3
    assert done.result["seconds"] < 20, "who waits for the lock waits for 30 seconds"


def test_progress_is_seen_while_the_job_holds_the_write_lock(app: Flask) -> None:
    database: Database = app.extensions["duelfolio_db"]
    seen: list[tuple[int, int, str, bool]] = []

    def look(job_id: int) -> None:
        with app.test_request_context():
            job = job_of(app, job_id)
            view = view_of(job)
            seen.append((view.done, view.total, view.step, is_being_written(job)))

    @job_kind("test.bulk", steps={"read": "Reading", "write": "Writing"})
    def bulk(context: JobContext) -> dict[str, Any]:
        context.progress(10, 10, "read")
        look(context.job_id)
        with database.write() as session:
            accounts.user(session)  # On SQLite this transaction holds the only write lock.
            context.progress(3, 12, "write")
            look(context.job_id)
        return {}

    job_id = ask(app, "test.bulk")
    run_pending(app)
    assert seen == [(10, 10, "Reading", False), (3, 12, "Writing", database.engine.dialect.name == "sqlite")]
    look(job_id)
    assert seen[-1][3] is False, "nothing is left behind"
    assert not list((app.config["SETTINGS"].instance / "jobs").glob("*"))


def test_the_note_of_a_killed_worker_is_not_taken_for_the_next_ones(app: Flask) -> None:
    database: Database = app.extensions["duelfolio_db"]
    job_id = ask(app, "test.unknown")
    first = outbox.claim(database, timedelta(seconds=-1))
    assert first is not None
    notes = Notes(app.config["SETTINGS"].instance)
    notes.write(job_id, first.attempt, Note(7, 9, "x"))
    assert notes.of(job_of(app, job_id)) == Note(7, 9, "x")
    assert outbox.claim(database) is not None
    assert notes.of(job_of(app, job_id)) is None


def test_the_only_worker_takes_back_what_a_killed_one_left(app: Flask) -> None:
    @job_kind("test.quick")
    def quick(_context: JobContext) -> dict[str, Any]:
        return {}

    job_id = ask(app, "test.quick")
    claimed = outbox.claim(app.extensions["duelfolio_db"], timedelta(seconds=120))
    assert claimed is not None
    worker = start_embedded(app, only_worker=True)
    assert worker is not None
    try:
        _until(lambda: job_of(app, job_id).is_finished, 5)
        assert (job_of(app, job_id).state, job_of(app, job_id).attempts) == ("done", 2)
    finally:
        worker.stop()


def test_a_job_another_process_may_hold_is_left_to_its_lease(app: Flask) -> None:
    fcntl = pytest.importorskip("fcntl", reason="Windows serves with a single process")
    ask(app, "test.unknown")
    assert outbox.claim(app.extensions["duelfolio_db"], timedelta(seconds=120)) is not None
    with (app.config["SETTINGS"].instance / "workers.lock").open("a") as other:
        fcntl.flock(other, fcntl.LOCK_SH)
        worker = start_embedded(app, only_worker=True)
        assert worker is not None
        worker.stop()
    with app.extensions["duelfolio_db"].read() as session:
        assert session.scalars(select(Job.state)).all() == ["running"]


def test_a_job_is_taken_again_when_its_lease_runs_out(app: Flask) -> None:
    runs = []

    @job_kind("test.count")
    def count(context: JobContext) -> dict[str, Any]:
        runs.append(context.job_id)
        return {}

    job_id = ask(app, "test.count")
    database: Database = app.extensions["duelfolio_db"]
    lost = outbox.claim(database, timedelta(seconds=60))
    assert lost is not None
    assert (lost.job_id, run_pending(app), runs) == (job_id, 0, [])
    with database.write() as session:
        session.execute(update(Job).values(lease_until=now() - timedelta(seconds=1)))
    assert run_pending(app) == 1
    assert (runs, job_of(app, job_id).attempts) == ([job_id], 2)
    # The first worker comes back to life: it has nothing to say about the job any more.
    assert not outbox.renew(database, lost)
    assert not outbox.finish(database, lost, {"stale": True})
    assert not outbox.fail(database, lost, "stale")
    assert job_of(app, job_id).result == {}


def test_a_job_that_kills_its_workers_is_given_up(app: Flask) -> None:
    job_id = ask(app, "test.deadly")
    database: Database = app.extensions["duelfolio_db"]
    for _ in range(MAX_ATTEMPTS):
        assert outbox.claim(database, timedelta(seconds=-1)) is not None
    assert outbox.claim(database) is None
    given_up = job_of(app, job_id)
    assert (given_up.state, given_up.result) == ("failed", {"gave_up": MAX_ATTEMPTS})


def test_a_long_step_without_progress_keeps_its_lease(app: Flask) -> None:
    database: Database = app.extensions["duelfolio_db"]
    claims = []

    @job_kind("test.silent")
    def silent(_context: JobContext) -> dict[str, Any]:
        time.sleep(3.5)
        claims.append(outbox.claim(database))
        return {}

    job_id = ask(app, "test.silent")
    run_pending(app, lease=timedelta(seconds=2))
    assert claims == [None]
    assert job_of(app, job_id).state == "done"


def test_a_stopping_worker_puts_its_job_back_uncounted(app: Flask) -> None:
    started = threading.Event()
    states: list[type[BaseException]] = []

    @job_kind("test.endless")
    def endless(context: JobContext) -> dict[str, Any]:
        started.set()
        for step in range(1000):
            try:
                context.progress(step, 1000, "endless")
            except (JobStopped, JobCancelled) as error:
                states.append(type(error))
                raise
            time.sleep(0.01)
        return {}

    job_id = ask(app, "test.endless")
    worker = Worker(app, ThreadWaker(), look_every=0.2)
    worker.start()
    assert started.wait(10)
    worker.stop()
    assert not worker.is_running
    assert states == [JobStopped]
    assert (job_of(app, job_id).state, job_of(app, job_id).attempts) == ("queued", 0)


def test_the_embedded_worker_is_called_when_a_job_is_committed(app: Flask) -> None:
    @job_kind("test.quick")
    def quick(_context: JobContext) -> dict[str, Any]:
        return {"thread": threading.current_thread().name}

    worker = start_embedded(app)
    assert worker is not None
    assert start_embedded(app) is worker
    try:
        job_id = ask(app, "test.quick")
        _until(lambda: job_of(app, job_id).is_finished)
        assert job_of(app, job_id).result == {"thread": "jobs"}
    finally:
        worker.stop()


def test_old_finished_jobs_are_swept_and_others_kept(app: Flask) -> None:
    old, recent, waiting = (ask(app, "test.unknown") for _ in range(3))
    database: Database = app.extensions["duelfolio_db"]
    with database.write() as session:
        session.execute(update(Job).where(Job.id == old).values(state="done", finished_at=now() - timedelta(days=61)))
        session.execute(update(Job).where(Job.id == recent).values(state="failed", finished_at=now()))
    assert outbox.sweep_finished(database) == 1
    with database.read() as session:
        assert session.scalars(select(Job.id).order_by(Job.id)).all() == [recent, waiting]


def _until(done: Callable[[], bool], seconds: float = 15) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)
