"""Live pages: one watcher per process asks the database once a second whose marks have grown, and wakes their streams.

The database is what all processes share, on both backends and without another service; docs/decisions.md says why it
is asked instead of being told. A stream takes a thread of the server for as long as it is open, so their number is
bounded; who gets none asks ``/messages/live`` now and then instead.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from marketplace.accounts.sessions import still_valid
from marketplace.db import Database
from marketplace.messages import marks, threads

LOOK_EVERY = 1.0
"""Seconds between two looks at the database."""
HEARTBEAT = 3.0
"""Seconds between two signs on a stream: only a write tells that the other end is gone, and its thread comes free."""
REPEAT_EVERY = 30.0
"""Seconds after which the numbers are sent again, so that a page can tell a silent line from a dead one."""
PER_PERSON = 4
"""Streams of one account, over all its devices, in one process."""
SHARE_OF_THREADS = 0.5
"""The part of the server's threads that streams may take."""

log = logging.getLogger(__name__)


class Stream:
    """One open page. ``wait`` returns True when there is something to tell."""

    def __init__(self, user_id: int, identity: str, version: int) -> None:
        self.user_id = user_id
        self.identity = identity
        self.version = version
        self.ended = False
        self._news = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Sleep until there is news or the stream has ended, at most ``seconds``."""
        woken = self._news.wait(seconds)
        self._news.clear()
        return woken

    def wake(self, version: int) -> None:
        self.version = version
        self._news.set()

    def end(self) -> None:
        self.ended = True
        self._news.set()


class Hub:
    """The streams of this process and the thread that watches for them."""

    def __init__(self, database: Database, stopping: threading.Event, most: int) -> None:
        self._database = database
        self._stopping = stopping
        self.most = most
        """Streams at a time."""
        self._streams: dict[Stream, None] = {}
        """In the order they were opened."""
        self._lock = threading.Lock()
        self._watcher: threading.Thread | None = None

    def open(self, user_id: int, identity: str, version: int) -> Stream | None:
        """A stream for a page that knows ``version``; None when there are enough, or the server is stopping.

        The oldest of a person's streams makes room for one more: it is mostly that of a page they left a moment ago.
        """
        with self._lock:
            mine = [stream for stream in self._streams if stream.user_id == user_id]
            for stream in mine[: max(0, len(mine) - PER_PERSON + 1)]:
                del self._streams[stream]
                stream.end()
            if self._stopping.is_set() or len(self._streams) >= self.most:
                return None
            stream = Stream(user_id, identity, version)
            self._streams[stream] = None
            if self._watcher is None or not self._watcher.is_alive():
                self._watcher = threading.Thread(target=self._watch, name="live", daemon=True)
                self._watcher.start()
        return stream

    def close(self, stream: Stream) -> None:
        with self._lock:
            self._streams.pop(stream, None)

    def __len__(self) -> int:
        return len(self._streams)

    def _watch(self) -> None:
        failing = False
        while True:
            stopping = self._stopping.wait(LOOK_EVERY)
            with self._lock:
                streams = list(self._streams)
                if stopping or not streams:
                    self._watcher = None
                    break
            try:
                self._look(streams)
                failing = False
            except SQLAlchemyError as error:
                if not failing:  # Once, not every second until the database is back.
                    log.warning("could not look for news of open pages: %s", error)
                failing = True
        for stream in streams:
            stream.end()

    def _look(self, streams: list[Stream]) -> None:
        with self._database.read() as session:
            versions = marks.versions(session, {stream.user_id for stream in streams})
            valid = still_valid(session, {stream.identity for stream in streams})
        for stream in streams:
            if stream.identity not in valid:
                stream.end()
            elif versions[stream.user_id] != stream.version:
                stream.wake(versions[stream.user_id])

    def lines(self, stream: Stream) -> Iterator[str]:
        """What is sent on a stream: the numbers at once and whenever they change, and a sign in between."""
        try:
            yield "retry: 5000\n\n"
            sent_at = 0.0
            due = True
            while not stream.ended:
                if due or time.monotonic() - sent_at >= REPEAT_EVERY:
                    yield self._event(stream)
                    sent_at = time.monotonic()
                else:
                    yield ":\n\n"
                due = stream.wait(HEARTBEAT)
        finally:
            self.close(stream)

    def _event(self, stream: Stream) -> str:
        with self._database.read() as session:
            return f"event: live\ndata: {json.dumps(numbers(session, stream.user_id))}\n\n"


def numbers(session: Session, user_id: int) -> dict[str, int]:
    """What open pages are told: how much is unread, and the version of everything that concerns the person."""
    # The version first: should something come in between, the page looks once too often, never once too little.
    version = marks.versions(session, [user_id])[user_id]
    return {"unread": threads.unread_count(session, user_id), "version": version}


def most_streams(worker_threads: int) -> int:
    """How many streams a process of so many threads keeps open."""
    return max(1, int(worker_threads * SHARE_OF_THREADS))


def hub_of(app: Flask) -> Hub:
    """The hub of this process, made at its first use (after the server has forked)."""
    hub = app.extensions.get("duelfolio_live")
    if hub is None:
        stopping = app.extensions.setdefault("stopping", threading.Event())
        hub = Hub(app.extensions["duelfolio_db"], stopping, most_streams(app.config.get("THREADS", 64)))
        hub = app.extensions.setdefault("duelfolio_live", hub)
    assert isinstance(hub, Hub)
    return hub
