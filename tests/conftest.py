"""Fixtures: a migrated site on SQLite, or on PostgreSQL when ``DUELFOLIO_TEST_DATABASE=postgresql``.

Each test gets its own database: a copy of a migrated template, so that tests may run in any order and in parallel.
"""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from sqlalchemy.orm import Session

import marketplace.db
from marketplace import create_app
from marketplace.config import Settings, load_settings
from marketplace.db import Database
from marketplace.prepare import migrate
from tests import on_postgresql
from tests.kept import COMPILED, KeptRule, kept_engine

BACKEND = os.environ.get("DUELFOLIO_TEST_DATABASE", "sqlite")
# Hundreds of tests build a site each: what is compiled for the first is kept for the others.
Flask.url_rule_class = KeptRule
marketplace.db.make_engine = kept_engine


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what was loaded so far: it stays until the end, and is looked through often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


def _template(folder: Path, load: Callable[[Database, Path], None]) -> tuple[str, Callable[[], None]]:
    """Make a database with ``load``; returns what ``_copy`` needs and a clean-up."""
    if BACKEND == "postgresql":
        name = on_postgresql.create("template")
        database = Database(on_postgresql.url(name))
        load(database, folder)
        database.dispose()
        return name, lambda: on_postgresql.drop_template(name)
    path = folder / "template.sqlite3"
    database = Database(f"sqlite:///{path}")
    load(database, folder)
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    database.dispose()
    return str(path), lambda: None


def _copy(template: str, folder: Path) -> tuple[str, Callable[[], None]]:
    if BACKEND == "postgresql":
        name = on_postgresql.copy(template)
        return on_postgresql.url(name), lambda: on_postgresql.drop(name)
    path = folder / "duelfolio.sqlite3"
    shutil.copyfile(template, path)
    return f"sqlite:///{path}", lambda: None


@pytest.fixture(scope="session")
def empty_template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A migrated database without cards."""
    template, clean = _template(tmp_path_factory.mktemp("empty"), migrate)
    yield template
    clean()


@pytest.fixture(scope="session")
def starter_template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A migrated database with the starter catalogue."""
    from marketplace.catalogue.starter import load_starter_if_empty

    def load(database: Database, folder: Path) -> None:
        migrate(database, folder)
        load_starter_if_empty(database)

    template, clean = _template(tmp_path_factory.mktemp("starter"), load)
    yield template
    clean()


def _settings(template: str, folder: Path) -> tuple[Settings, Callable[[], None]]:
    url, clean = _copy(template, folder)
    settings = load_settings(
        {},
        instance=folder,
        database_url=url,
        secret_key="only-for-tests-" + "x" * 32,
        testing=True,
        public_url="http://localhost",
    )
    return settings, clean


@contextmanager
def site_of(template: str, folder: Path) -> Iterator[Flask]:
    """A site on a copy of ``template``, with its instance folder in ``folder``."""
    settings, clean = _settings(template, folder)
    app = create_app(settings, prepare=False)
    app.jinja_env.bytecode_cache = COMPILED
    database = app.extensions["duelfolio_db"]
    if BACKEND == "sqlite":
        event.listen(database.engine, "connect", _carefree)
    yield app
    database.dispose()
    clean()


def _carefree(connection: Any, _record: object) -> None:
    """No test pulls the plug on its own process: nobody need wait until the disk has everything."""
    connection.execute("PRAGMA synchronous = OFF")


@pytest.fixture
def app(empty_template: str, tmp_path: Path) -> Iterator[Flask]:
    """The site on a database without cards."""
    with site_of(empty_template, tmp_path) as app:
        app.config["WTF_CSRF_ENABLED"] = False
        yield app


@pytest.fixture
def starter_app(starter_template: str, tmp_path: Path) -> Iterator[Flask]:
    """The site with the starter catalogue."""
    with site_of(starter_template, tmp_path) as app:
        app.config["WTF_CSRF_ENABLED"] = False
        yield app


@pytest.fixture
def database(app: Flask) -> Database:
    found = app.extensions["duelfolio_db"]
    assert isinstance(found, Database)
    return found


@pytest.fixture
def starter_database(starter_app: Flask) -> Database:
    found = starter_app.extensions["duelfolio_db"]
    assert isinstance(found, Database)
    return found


@pytest.fixture
def session(database: Database) -> Iterator[Session]:
    """A writing session on the database of ``app``; the test commits what a request should see."""
    with database.session(write=True) as session:
        yield session


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


class QueryCounter:
    """Counts the statements a block sends to the database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.statements: list[str] = []

    def __enter__(self) -> QueryCounter:
        event.listen(self.database.engine, "before_cursor_execute", self._note)
        return self

    def _note(self, _connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        self.statements.append(statement)

    def __exit__(self, *_error: object) -> None:
        event.remove(self.database.engine, "before_cursor_execute", self._note)

    @property
    def count(self) -> int:
        return len(self.statements)


@pytest.fixture
def count_queries() -> Callable[[Database], QueryCounter]:
    """``with count_queries(database) as queries: ...`` then ``queries.count``."""
    return QueryCounter


@pytest.fixture
def log_in() -> Callable[[FlaskClient, object], None]:
    """Log a user in without the form: ``log_in(client, user)``."""

    def log_in(client: FlaskClient, user: object) -> None:
        with client.session_transaction() as cookie:
            cookie["_user_id"] = user.get_id()  # type: ignore[attr-defined]
            cookie["_fresh"] = True

    return log_in
