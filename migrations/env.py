"""Alembic's entry: runs migrations on the database handed over by ``marketplace.prepare``."""

from typing import Any

from alembic import context
from sqlalchemy import Connection

from marketplace.config import load_settings
from marketplace.db import Base, Database
from marketplace.models import load_all

load_all()


def include_object(_object: Any, name: str | None, kind: str, _reflected: bool, _compare_to: Any) -> bool:
    """Search indexes are made by hand in migrations: autogenerate must not drop them."""
    return not (name and kind in ("table", "index") and ("_fts" in name or name.endswith("_trgm")))


def run() -> None:
    connection = context.config.attributes.get("connection")
    if connection is not None:  # Part of a transaction that is somebody else's to commit, such as a restore.
        _run_on(connection)
        return
    database = context.config.attributes.get("database") or Database(load_settings().database_url)
    with database.engine.connect().execution_options(write=True) as connection:
        _run_on(connection)
        connection.commit()


def _run_on(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        include_object=include_object,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
