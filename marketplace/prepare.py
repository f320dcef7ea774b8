"""Bring a site to a working state: database migrated, starter catalogue loaded."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import text

from marketplace.config import ROOT
from marketplace.db import Database

_LOCK_NUMBER = 4_107_301
"""Any fixed number: PostgreSQL's advisory lock that lets one process migrate at a time."""


def prepare(app: Flask) -> None:
    """Migrate the database and load the starter catalogue if the site has no cards yet."""
    from marketplace.catalogue.starter import load_starter_if_empty

    database: Database = app.extensions["duelfolio_db"]
    migrate(database, app.config["SETTINGS"].instance)
    with app.app_context():
        load_starter_if_empty(database)


def alembic_config(database: Database) -> Config:
    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    config.attributes["database"] = database
    return config


def migrate(database: Database, instance: Path) -> bool:
    """Upgrade the database to the newest schema; True if anything had to be done.

    Several processes may start at once: one migrates, the others wait.
    """
    if _is_current(database):
        return False
    with _one_at_a_time(database, instance):
        if _is_current(database):
            return False
        command.upgrade(alembic_config(database), "head")
    return True


def _is_current(database: Database) -> bool:
    heads = ScriptDirectory(str(ROOT / "migrations")).get_heads()
    with database.engine.connect() as connection:
        return set(MigrationContext.configure(connection).get_current_heads()) == set(heads)


@contextmanager
def _one_at_a_time(database: Database, instance: Path) -> Iterator[None]:
    if database.engine.dialect.name == "postgresql":
        with database.engine.connect() as connection:
            connection.execute(text("SELECT pg_advisory_lock(:n)"), {"n": _LOCK_NUMBER})
            try:
                yield
            finally:
                connection.execute(text("SELECT pg_advisory_unlock(:n)"), {"n": _LOCK_NUMBER})
        return
    # SQLite's own lock works on every system and goes with the process, however it ends.
    lock = sqlite3.connect(instance / "migrate.lock", isolation_level=None, timeout=300)
    try:
        lock.execute("BEGIN EXCLUSIVE")
        yield
    finally:
        lock.close()
