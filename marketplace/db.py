"""The database: declarative base, sessions, and the transaction habits of both backends.

SQLite locks the whole file on the first write. A transaction that reads first and writes later can lose its
snapshot, so transactions meant to write say so and begin with ``BEGIN IMMEDIATE``; readers never wait (WAL).
On PostgreSQL the same code relies on row locks (``with_for_update``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import wraps
from typing import Any, TypeVar, cast

from flask import Flask, current_app, g, request
from sqlalchemy import Connection, DateTime, Engine, MetaData, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Session, sessionmaker
from sqlalchemy.types import TypeDecorator

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC, aware on both backends (SQLite keeps no zone of its own)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


def now() -> datetime:
    """The current moment in UTC, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


class Base(DeclarativeBase):
    """Base of every table; constraint names are fixed so that migrations can name them."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {datetime: UtcDateTime}


class Database:
    """One engine and its sessions. Independent of Flask: web, workers and commands share it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = make_engine(url)
        self.sessions = sessionmaker(self.engine, expire_on_commit=False)
        self._writing = sessionmaker(self.engine.execution_options(write=True), expire_on_commit=False)

    def session(self, write: bool = False) -> Session:
        """A new session; ``write=True`` takes SQLite's write lock with its first statement."""
        return self._writing() if write else self.sessions()

    @contextmanager
    def read(self) -> Iterator[Session]:
        with self.sessions() as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that commits at the end of the block and rolls back on an exception."""
        with self._writing() as session, session.begin():
            yield session

    def dispose(self) -> None:
        self.engine.dispose()


def make_engine(url: str) -> Engine:
    """An engine with the habits of its backend (see the module text)."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=20)
    # Nobody waits for a connection: the server's threads bound their number, and those waiting to write hold one each.
    engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False}, max_overflow=-1)

    @event.listens_for(engine, "connect")
    def _configure(connection: Any, _record: Any) -> None:
        # The driver's own transaction handling would begin late; the "begin" event below replaces it.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute("PRAGMA busy_timeout = 30000")
        cursor.execute("PRAGMA cache_size = -32000")
        cursor.execute("PRAGMA temp_store = MEMORY")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def get_db() -> Database:
    """The database of the running site."""
    database = current_app.extensions["duelfolio_db"]
    assert isinstance(database, Database)
    return database


_View = TypeVar("_View", bound=Callable[..., Any])


def reads_first(view: _View) -> _View:
    """Mark a view whose request only reads although it is a POST: it writes in short transactions of its own.

    For work that takes its time, such as an opponent that thinks: SQLite's write lock is not held meanwhile, and no
    connection either. Who holds one while asking for a second can wait for it forever, if enough others do the same.
    Put it right above the function, below the other decorators.
    """

    @wraps(view)
    def released(*args: Any, **values: Any) -> Any:
        get_session().commit()  # It has only found out who is signed in, and what it has read stays readable.
        return view(*args, **values)

    released.__dict__["reads_first"] = True
    return cast(_View, released)


def _may_write() -> bool:
    view = current_app.view_functions.get(request.endpoint or "")
    return request.method not in ("GET", "HEAD", "OPTIONS") and not getattr(view, "reads_first", False)


def get_session() -> Session:
    """The session of this request: reading for GET and HEAD, writing otherwise; committed at the edge.

    Routes pass it to services; a service flushes, never commits. The request's end commits when the answer is
    below 400 and rolls everything back otherwise, so that a refused form leaves nothing half-written.
    """
    if "session" not in g:
        g.session = get_db().session(write=_may_write())
    session = g.session
    assert isinstance(session, Session)
    return session


def init_app(app: Flask, database: Database) -> None:
    app.extensions["duelfolio_db"] = database

    @app.after_request
    def _finish(response: Any) -> Any:
        session = g.get("session")
        if session is not None:
            if response.status_code < 400:
                session.commit()
            else:
                session.rollback()
        return response

    @app.teardown_appcontext
    def _close(_error: BaseException | None) -> None:
        session = g.pop("session", None)
        if session is not None:
            session.close()
