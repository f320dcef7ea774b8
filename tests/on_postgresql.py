"""Databases for tests on PostgreSQL: copied ahead of the test that needs one, dropped while the next test runs.

``DUELFOLIO_TEST_POSTGRESQL`` names the server and a database on it from which others may be made.
"""

from __future__ import annotations

import os
import uuid
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from sqlalchemy import Engine, create_engine, text

SERVER = os.environ.get("DUELFOLIO_TEST_POSTGRESQL", "postgresql://postgres@127.0.0.1:5432/postgres")

_copying = ThreadPoolExecutor(1)
_dropping = ThreadPoolExecutor(1)
_pending: deque[Future[None]] = deque()
_ahead: dict[str, Future[str]] = {}


def url(name: str) -> str:
    """The address of a database. What its sessions commit need not be on the disk before the test goes on."""
    return f"{SERVER.rsplit('/', 1)[0]}/{name}?options=-csynchronous_commit%3Doff"


@cache
def _server() -> Engine:
    return create_engine(SERVER, isolation_level="AUTOCOMMIT")


def _run(statement: str) -> None:
    with _server().connect() as connection:
        connection.execute(text(statement))


def create(purpose: str, template: str = "") -> str:
    """A new database, a copy of ``template`` if one is named; returns its name."""
    name = f"duelfolio_{purpose}_{uuid.uuid4().hex[:12]}"
    _run(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
    return name


def copy(template: str) -> str:
    """A copy of the template that nobody else gets; the next one is begun."""
    ready = _ahead.get(template) or _copying.submit(create, "test", template)
    _ahead[template] = _copying.submit(create, "test", template)
    return ready.result()


def drop(name: str) -> None:
    """Drop the database soon; a server that cannot keep up is waited for."""
    _pending.append(_dropping.submit(_run, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
    while len(_pending) > 8:
        _pending.popleft().result()


def drop_template(template: str) -> None:
    """Drop a template and the copy made ahead; everything is gone when this returns."""
    if waiting := _ahead.pop(template, None):
        drop(waiting.result())
    drop(template)
    while _pending:
        _pending.popleft().result()
