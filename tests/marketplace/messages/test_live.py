"""Open pages are told what is new: the hub of a process, the polling, and streams of a real server."""

from __future__ import annotations

import http.client
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from marketplace.accounts import sessions
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.messages import live, threads
from tests.factories import accounts
from tests.marketplace.site.test_serve import Site, served

pytestmark = pytest.mark.thorough

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run there")


# --- the hub of one process ----------------------------------------------------------------------------------------


@pytest.fixture
def stopping() -> threading.Event:
    return threading.Event()


@pytest.fixture
def hub(database: Database, stopping: threading.Event, monkeypatch: pytest.MonkeyPatch) -> Iterator[live.Hub]:
    monkeypatch.setattr(live, "LOOK_EVERY", 0.05)
    made = live.Hub(database, stopping, most=6)
    yield made
    stopping.set()
    assert until(lambda: made._watcher is None), "the watcher ends with the server"


def until(done: Callable[[], bool], seconds: float = 5) -> bool:
    ends = time.monotonic() + seconds
    while not done() and time.monotonic() < ends:
        time.sleep(0.02)
    return done()


def test_only_those_concerned_are_woken(hub: live.Hub, database: Database, yugi: User, kaiba: User) -> None:
    mine, other = hub.open(yugi.id, yugi.get_id(), 0), hub.open(kaiba.id, kaiba.get_id(), 0)
    assert mine
    assert other
    assert not mine.wait(0.3)
    with database.write() as session:
        threads.touch(session, [yugi.id])
    assert mine.wait(3)
    assert mine.version == 1
    assert not other.wait(0.3)
    assert not mine.wait(0.3), "told once"


def test_there_is_room_for_so_many_and_for_so_many_of_one_person(hub: live.Hub, session: Session, yugi: User) -> None:
    mine = [hub.open(yugi.id, yugi.get_id(), 0) for _ in range(live.PER_PERSON + 1)]
    assert [stream.ended for stream in mine if stream] == [True] + [False] * live.PER_PERSON, "the oldest made room"
    assert mine[0]
    assert mine[0].wait(0), "and is told at once"
    assert len(hub) == live.PER_PERSON
    others = [accounts.user(session, f"visitor{number}") for number in range(3)]
    session.commit()
    opened = [hub.open(other.id, other.get_id(), 0) for other in others]
    assert [stream is not None for stream in opened] == [True, True, False]
    assert mine[1]
    hub.close(mine[1])
    hub.close(mine[1])
    assert hub.open(others[2].id, others[2].get_id(), 0)
    assert live.most_streams(64) == 32
    assert live.most_streams(2) == 1


def test_a_stream_ends_with_the_sign_in_it_belongs_to(
    hub: live.Hub, database: Database, session: Session, yugi: User, kaiba: User
) -> None:
    first, second = yugi.get_id(), yugi.get_id()
    one, two, other = hub.open(yugi.id, first, 0), hub.open(yugi.id, second, 0), hub.open(kaiba.id, kaiba.get_id(), 0)
    assert one
    assert two
    assert other
    sessions.end(session, first)
    session.commit()
    assert until(lambda: one.ended)
    assert not two.ended
    yugi.session_mark = "renewed"
    kaiba.is_active_account = False
    session.commit()
    assert until(lambda: two.ended and other.ended)


def test_streams_end_when_the_server_stops(hub: live.Hub, stopping: threading.Event, yugi: User) -> None:
    stream = hub.open(yugi.id, yugi.get_id(), 0)
    assert stream
    lines = hub.lines(stream)
    assert next(lines).startswith("retry:")
    assert json.loads(next(lines).split("data: ")[1]) == {"unread": 0, "version": 0}
    stopping.set()
    assert list(lines) == []
    assert len(hub) == 0
    assert hub.open(yugi.id, yugi.get_id(), 0) is None


def test_a_database_that_fails_for_a_moment_ends_no_stream(
    hub: live.Hub, database: Database, yugi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import OperationalError

    looked: list[bool] = []
    whole = hub._look

    def failing(streams: list[live.Stream]) -> None:
        looked.append(True)
        if len(looked) < 3:
            raise OperationalError("select", {}, Exception("gone"))
        whole(streams)

    monkeypatch.setattr(hub, "_look", failing)
    stream = hub.open(yugi.id, yugi.get_id(), 0)
    assert stream
    with database.write() as session:
        threads.touch(session, [yugi.id])
    assert stream.wait(3)
    assert len(looked) >= 3


def test_asking_tells_the_same_numbers(session: Session, visit: Callable[[User], FlaskClient], yugi: User, kaiba: User) -> None:
    client = visit(kaiba)
    assert client.get("/messages/live").json == {"unread": 0, "version": 0}
    thread = threads.private_thread(session, yugi.id, kaiba.id)
    threads.post(session, thread.id, yugi.id, "Hello")
    session.commit()
    answer = client.get("/messages/live")
    assert answer.json == {"unread": 1, "version": 1}
    assert answer.headers["Cache-Control"] == "no-store"
    page = client.get(f"/messages/{thread.id}").text
    assert 'data-version="1"' in page, "the mark from before the page was read"
    assert client.get("/messages/live").json == {"unread": 0, "version": 2}


# --- a real server -------------------------------------------------------------------------------------------------


class Listener:
    """A page that listens: one connection with a stream."""

    def __init__(self, site: Site, cookie: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
        self.connection.request("GET", "/messages/stream", headers={"Cookie": cookie})
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def event(self) -> dict[str, Any]:
        """The next numbers that are sent; heartbeats are skipped."""
        while line := self.answer.readline():
            if line.startswith(b"data: "):
                return dict(json.loads(line[6:]))
        return {}

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


@pytest.fixture
def cookie_of(app: Flask) -> Callable[[User], str]:
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return lambda user: f"duelfolio={serializer.dumps({'_user_id': user.get_id(), '_fresh': True})}"


def environment(app: Flask) -> dict[str, str]:
    url = app.extensions["duelfolio_db"].engine.url.render_as_string(hide_password=False)
    return {"DATABASE_URL": url, "SECRET_KEY": app.config["SETTINGS"].secret_key}


def timed_page(site: Site, cookie: str, path: str = "/messages") -> float:
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    connection.request("GET", path, headers={"Cookie": cookie, "Accept": "text/html"})
    answer = connection.getresponse()
    assert answer.status == 200
    assert b"</html>" in answer.read()
    connection.close()
    return time.monotonic() - began


@unix_only
def test_a_stream_tells_what_another_process_wrote_and_ends_at_the_sign_out(
    app: Flask, tmp_path: Path, database: Database, yugi: User, kaiba: User, cookie_of: Callable[[User], str]
) -> None:
    cookie = cookie_of(kaiba)
    with served(tmp_path, **environment(app)) as site:
        listener = Listener(site, cookie)
        assert listener.status == 200
        assert listener.answer.getheader("Content-Type") == "text/event-stream; charset=utf-8"
        assert listener.event() == {"unread": 0, "version": 0}
        with database.write() as session:
            thread = threads.private_thread(session, yugi.id, kaiba.id)
            threads.post(session, thread.id, yugi.id, "From another process")
        began = time.monotonic()
        assert listener.event() == {"unread": 1, "version": 1}
        assert time.monotonic() - began < 10
        app_serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
        with database.write() as session:
            sessions.end(session, app_serializer.loads(cookie.partition("=")[2])["_user_id"])
        began = time.monotonic()
        assert listener.event() == {}, "the stream ends"
        assert time.monotonic() - began < 10
        assert Listener(site, cookie).status == 401


@unix_only
def test_sixty_open_pages_leave_the_default_server_answering_and_stopping(
    app: Flask,
    tmp_path: Path,
    session: Session,
    cookie_of: Callable[[User], str],
    record_property: Callable[[str, object], None],
) -> None:
    members = [accounts.user(session, f"member{number}") for number in range(20)]
    session.commit()
    with served(tmp_path, **environment(app)) as site:
        listeners = [Listener(site, cookie_of(member)) for member in members for _ in range(3)]
        statuses = [listener.status for listener in listeners]
        assert statuses.count(200) == 32, "half of the default 64 threads"
        assert statuses.count(503) == 28
        full = next(listener for listener in listeners if listener.status == 503)
        assert full.answer.getheader("Retry-After") == "60"
        times = sorted(timed_page(site, cookie_of(members[number])) for number in range(10))
        record_property("slowest page beside 32 streams, seconds", round(times[-1], 3))
        assert times[-1] < 5, "about a tenth of a second on a free machine"
        began = time.monotonic()
        site.process.send_signal(signal.SIGTERM)
        for listener in listeners:
            if listener.status == 200:
                while listener.event():
                    pass
        ended = time.monotonic() - began
        assert site.process.wait(20) == 0
        took = time.monotonic() - began
        record_property("streams end after the stop, seconds", round(ended, 2))
        record_property("stop with 32 streams, seconds", round(took, 2))
        print(f"pages: {times[0]:.3f} to {times[-1]:.3f} s; streams end: {ended:.2f} s; stop: {took:.2f} s")
        assert ended < 3, "they end by themselves: a twentieth of a second on a free machine"
        assert took < 9, "ten seconds of grace would mean that they had to be cut off; less than two on a free machine"
        for listener in listeners:
            listener.close()


@unix_only
def test_pages_that_went_away_make_room(app: Flask, tmp_path: Path, session: Session, cookie_of: Callable[[User], str]) -> None:
    members = [accounts.user(session, f"member{number}") for number in range(5)]
    session.commit()
    with served(tmp_path, WEB_THREADS="8", **environment(app)) as site:
        listeners = [Listener(site, cookie_of(member)) for member in members]
        assert [listener.status for listener in listeners] == [200, 200, 200, 200, 503]
        for listener in listeners:
            listener.close()
        assert until(lambda: Listener(site, cookie_of(members[4])).status == 200, 15), "a heartbeat finds them gone"
