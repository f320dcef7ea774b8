"""Real worker processes: killed, competing, and called through a queue."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from marketplace.config import InvalidSetting
from marketplace.db import Database
from marketplace.jobs import Job, QueueWaker, enqueue
from tests.conftest import BACKEND

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).resolve().parents[3]

SCRIPT = """
import sys, time
from datetime import timedelta
from pathlib import Path
from marketplace import create_app
from marketplace.config import load_settings
from marketplace.jobs import job_kind, Worker, ThreadWaker

notes, naps = Path(sys.argv[1]), float(sys.argv[2])

@job_kind("test.note")
def note(context, number):
    with notes.open("a") as file:
        file.write(f"{number}\\n")
    for step in range(20):
        context.progress(step, 20, "napping")
        time.sleep(naps / 20)
    return {"number": number}

app = create_app(load_settings(testing=True), prepare=False)
print("ready", flush=True)
Worker(app, ThreadWaker(), lease=timedelta(seconds=2), look_every=0.1).run()
"""


def environment(app: Flask) -> dict[str, str]:
    settings = app.config["SETTINGS"]
    url = app.extensions["duelfolio_db"].engine.url.render_as_string(hide_password=False)
    return {**os.environ, "DUELFOLIO_INSTANCE": str(settings.instance), "DATABASE_URL": url, "SECRET_KEY": settings.secret_key}


@pytest.fixture
def start(app: Flask) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    running: list[subprocess.Popen[str]] = []

    def start(*arguments: str, **more: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment(app) | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


def ask(app: Flask, number: int) -> int:
    with app.app_context(), app.extensions["duelfolio_db"].write() as session:
        return enqueue(session, "test.note", {"number": number}).id


def states(database: Database) -> Counter[str]:
    with database.read() as session:
        return Counter(session.scalars(select(Job.state)))


def until(done: Callable[[], bool], seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def ready(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"


def test_a_killed_workers_job_is_taken_by_another(
    app: Flask, database: Database, tmp_path: Path, start: Callable[..., subprocess.Popen[str]]
) -> None:
    notes = tmp_path / "notes"
    job_id = ask(app, 1)
    first = start("-c", SCRIPT, str(notes), "60")
    ready(first)
    until(lambda: notes.exists())
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    assert states(database) == {"running": 1}

    second = start("-c", SCRIPT, str(notes), "0")
    until(lambda: states(database) == {"done": 1})
    second.terminate()
    assert notes.read_text().split() == ["1", "1"]
    with database.read() as session:
        job = session.get_one(Job, job_id)
        assert (job.attempts, job.result) == (2, {"number": 1})


def test_competing_workers_run_each_job_once(
    app: Flask, database: Database, tmp_path: Path, start: Callable[..., subprocess.Popen[str]]
) -> None:
    notes = tmp_path / "notes"
    workers = [start("-c", SCRIPT, str(notes), "0") for _ in range(3)]
    for worker in workers:
        ready(worker)
    for number in range(40):
        ask(app, number)
    until(lambda: states(database) == {"done": 40})
    assert sorted(map(int, notes.read_text().split())) == list(range(40))
    with database.read() as session:
        assert set(session.scalars(select(Job.attempts))) == {1}


def test_several_worker_processes_are_kept_and_ended_together(
    app: Flask, database: Database, start: Callable[..., subprocess.Popen[str]]
) -> None:
    parent = start("-m", "flask", "--app", "app", "jobs", "work", "--processes", "2")

    def children() -> list[int]:
        path = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        return [int(pid) for pid in path.read_text().split()] if path.exists() else []

    if not Path("/proc/self/task").exists():
        pytest.skip("this system does not list the children of a process")
    until(lambda: len(children()) == 2)
    first = children()[0]
    os.kill(first, signal.SIGKILL)
    until(lambda: len(children()) == 2 and first not in children())
    with app.app_context(), database.write() as session:
        enqueue(session, "test.unknown", {})
    until(lambda: states(database) == {"failed": 1})
    pids = children()
    parent.send_signal(signal.SIGTERM)
    assert parent.wait(30) == 0
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis server of our own, so that nothing else is touched."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("needs the program redis-server")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tmp_path_factory.mktemp("redis")
    server = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)], stdout=subprocess.DEVNULL
    )

    def answers() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
        except OSError:
            return False
        return True

    until(answers)
    yield f"redis://127.0.0.1:{port}/0"
    server.terminate()
    server.wait()


def queue_url(request: pytest.FixtureRequest, kind: str) -> str:
    if kind == "redis":
        return str(request.getfixturevalue("redis_url"))
    if BACKEND != "postgresql":
        pytest.skip("the queue on PostgreSQL is tested with DUELFOLIO_TEST_DATABASE=postgresql")
    url = request.getfixturevalue("database").engine.url
    return str(url.set(drivername="postgresql").render_as_string(hide_password=False))


@pytest.mark.parametrize("kind", ["redis", "postgresql"])
def test_a_call_reaches_a_worker_that_waits(request: pytest.FixtureRequest, kind: str) -> None:
    url = queue_url(request, kind)
    caller, listener = QueueWaker(url), QueueWaker(url)
    started = time.monotonic()
    assert not listener.wait(1)
    assert time.monotonic() - started >= 0.9
    caller.wake()
    assert listener.wait(10)
    for _ in range(300):
        caller.wake()
    heard = 0
    while listener.wait(1):
        heard += 1
    assert heard == 100, "calls nobody hears do not pile up"


def test_a_worker_called_through_the_queue_does_the_job(
    app: Flask, database: Database, redis_url: str, start: Callable[..., subprocess.Popen[str]]
) -> None:
    app.extensions["duelfolio_jobs"].waker = QueueWaker(redis_url)
    start("-m", "marketplace.jobs", JOBS_URL=redis_url)
    with app.app_context(), database.write() as session:
        enqueue(session, "test.unknown", {})
    until(lambda: states(database) == {"failed": 1})


def test_an_unreachable_queue_loses_nothing(app: Flask, database: Database, caplog: pytest.LogCaptureFixture) -> None:
    app.extensions["duelfolio_jobs"].waker = QueueWaker("redis://127.0.0.1:1/0")
    with app.app_context(), database.write() as session:
        enqueue(session, "test.unknown", {})
    assert states(database) == {"queued": 1}
    assert "JOBS_URL" in caplog.text


@pytest.mark.parametrize("url", ["amqp://127.0.0.1", "nonsense"])
def test_an_address_no_queue_has_is_refused_at_once(url: str) -> None:
    with pytest.raises(InvalidSetting, match="JOBS_URL"):
        QueueWaker(url)
