"""Filling the tables of either database from the members of a backup."""

from __future__ import annotations

import base64
import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import islice
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask_babel import lazy_gettext as _l
from sqlalchemy import Connection, inspect, text

from marketplace.backup.archive import BackupRefused, Counted, Manifest, Progress, TablePart, rows
from marketplace.catalogue import search_index
from marketplace.config import ROOT
from marketplace.db import Base, Database
from marketplace.models import load_all
from marketplace.prepare import alembic_config

_AT_A_TIME = 5000


def known_schemas() -> set[str]:
    """Every schema this version can begin from."""
    return {revision.revision for revision in ScriptDirectory(str(ROOT / "migrations")).walk_revisions()}


def fill_sqlite(database: Database, archive: zipfile.ZipFile, manifest: Manifest, progress: Progress) -> None:
    """Build the backup's schema in an empty ``database`` and fill it."""
    command.upgrade(alembic_config(database), manifest.schema)
    with database.engine.begin() as connection:
        _check_columns(connection, manifest)
        search_index.drop(connection)  # Made anew afterwards: quicker than following every row.
    _insert(database, archive, manifest, progress)
    command.upgrade(alembic_config(database), "head")
    with database.engine.begin() as connection:
        _renew_search(connection)


def _insert(database: Database, archive: zipfile.ZipFile, manifest: Manifest, progress: Progress) -> None:
    database.dispose()
    connection = sqlite3.connect(str(database.engine.url.database), isolation_level=None)
    try:
        # The file is thrown away if anything fails, so it needs no journal; foreign keys are checked at the end.
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -64000")
        connection.execute("BEGIN IMMEDIATE")
        counted = Counted(progress, sum(part.rows for part in manifest.tables), "load")
        for part in manifest.tables:
            names = ", ".join(f'"{name}"' for name, _kind in part.columns)
            marks = ", ".join("?" * len(part.columns))
            statement = f'INSERT INTO "{part.name}" ({names}) VALUES ({marks})'  # noqa: S608 (names are checked)
            connection.execute(f'DELETE FROM "{part.name}"')  # noqa: S608
            for block in _blocks(_decoded(archive, part, _SQLITE)):
                try:
                    connection.executemany(statement, block)
                except sqlite3.Error as error:
                    raise _does_not_fit(part, error) from None
                counted.add(len(block))
            _check_count(connection.execute(f'SELECT count(*) FROM "{part.name}"').fetchone()[0], part)  # noqa: S608
            if part.next_id:
                connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (part.name,))
                connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (part.name, part.next_id))
        _forget_sequences_without_counter(connection)
        broken = connection.execute("PRAGMA foreign_key_check").fetchone()
        if broken is not None:
            raise _broken_reference(str(broken[0]))
        _end_jobs(lambda statement: connection.execute(statement))
        connection.execute("COMMIT")
    finally:
        connection.close()


def fill_postgresql(database: Database, archive: zipfile.ZipFile, manifest: Manifest, progress: Progress) -> None:
    """Empty the tables, rebuilding them when the backup is of another schema, and fill them: one transaction."""
    load_all()
    with database.engine.connect() as connection, connection.begin():
        _empty_postgresql(connection, database, manifest.schema)
        _check_columns(connection, manifest)
        search_index.drop(connection)
        counted = Counted(progress, sum(part.rows for part in manifest.tables), "load")
        for part in manifest.tables:
            _check_count(_copy(connection, part, _decoded(archive, part, _POSTGRESQL), counted), part)
            if part.next_id:
                key = inspect(connection).get_pk_constraint(part.name)["constrained_columns"][0]
                sequence = connection.scalar(text("SELECT pg_get_serial_sequence(:t, :c)"), {"t": part.name, "c": key})
                if sequence:
                    connection.execute(text("SELECT setval(CAST(:s AS regclass), :n)"), {"s": sequence, "n": part.next_id})
        _end_jobs(lambda statement: connection.execute(text(statement)))
        command.upgrade(_config(database, connection), "head")
        _renew_search(connection)


def _renew_search(connection: Connection) -> None:
    search_index.create(connection)
    search_index.refresh(connection)  # Processes that run now drop the names they hold in memory.


def _empty_postgresql(connection: Connection, database: Database, schema: str) -> None:
    current = MigrationContext.configure(connection).get_current_revision()
    # People who are just being answered finish first; nobody waits for ever.
    connection.execute(text("SET LOCAL lock_timeout = '60s'"))
    names = ", ".join(f'"{table.name}"' for table in Base.metadata.sorted_tables)
    connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))
    if current != schema:
        command.downgrade(_config(database, connection), "base")
        command.upgrade(_config(database, connection), schema)


def _config(database: Database, connection: Connection) -> Config:
    config = alembic_config(database)
    config.attributes["connection"] = connection
    return config


def _check_columns(connection: Connection, manifest: Manifest) -> None:
    """The backup's columns must be those of its own schema: otherwise somebody edited it."""
    inspector = inspect(connection)
    present = set(inspector.get_table_names())
    for part in manifest.tables:
        if part.name not in present:
            raise BackupRefused(
                _l("The backup holds an unknown table “%(table)s”. Nothing was changed.", table=part.name), "table"
            )
        columns = {column["name"]: column for column in inspector.get_columns(part.name)}
        given = {name for name, _kind in part.columns}
        needed = {name for name, column in columns.items() if not column["nullable"] and column.get("default") is None}
        if not given <= set(columns) or (part.rows and not needed - {"id"} <= given):
            raise BackupRefused(
                _l("The columns of the table “%(table)s” do not fit its version. Nothing was changed.", table=part.name),
                "columns",
            )


def _decoded(archive: zipfile.ZipFile, part: TablePart, decoders: dict[str, Callable[[Any], Any]]) -> Iterator[list[Any]]:
    """The rows of a part as the database takes them. SQLite would keep a word where a number belongs: types are checked."""
    types = [_TYPES[kind] for _name, kind in part.columns]
    wanted = [(index, decoders[kind]) for index, (_name, kind) in enumerate(part.columns) if kind in decoders]
    for values in rows(archive, part):
        for value, allowed in zip(values, types, strict=True):
            if value is not None and type(value) not in allowed:
                raise _does_not_fit(part, ValueError(repr(value)[:80]))
        try:
            for index, decode in wanted:
                if values[index] is not None:
                    values[index] = decode(values[index])
        except (ValueError, ArithmeticError) as error:
            raise _does_not_fit(part, error) from None
        yield values


def _copy(connection: Connection, part: TablePart, values: Iterator[list[Any]], counted: Counted) -> int:
    names = ", ".join(f'"{name}"' for name, _kind in part.columns)
    driver = connection.connection.driver_connection
    assert driver is not None
    count = 0
    try:
        with driver.cursor() as cursor, cursor.copy(f'COPY "{part.name}" ({names}) FROM STDIN') as copy:
            for block in _blocks(values):
                for row in block:
                    copy.write_row(row)
                count += len(block)
                counted.add(len(block))
    except (driver.DataError, driver.IntegrityError) as error:
        raise _does_not_fit(part, error) from None
    return count


def _blocks(values: Iterator[list[Any]]) -> Iterator[list[list[Any]]]:
    while block := list(islice(values, _AT_A_TIME)):
        yield block


def _check_count(count: int, part: TablePart) -> None:
    if count != part.rows:
        raise _does_not_fit(part, ValueError(f"{count} rows instead of {part.rows}"))


def _forget_sequences_without_counter(connection: sqlite3.Connection) -> None:
    # Rows inserted with explicit numbers leave a counter behind; it may be lower than their highest number.
    for name, seq in connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
        highest = connection.execute(f'SELECT max(rowid) FROM "{name}"').fetchone()[0] or 0  # noqa: S608
        if highest > seq:
            connection.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (highest, name))


def _end_jobs(execute: Callable[[str], object]) -> None:
    # Work that was waiting when the backup was made belongs to that moment: nobody expects its mails today.
    execute("UPDATE job SET state = 'cancelled', lease_until = NULL WHERE state IN ('queued', 'running')")


def _does_not_fit(part: TablePart, error: Exception) -> BackupRefused:
    reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return BackupRefused(
        _l("A row of the table “%(table)s” does not fit: %(reason)s. Nothing was changed.", table=part.name, reason=reason),
        "row",
    )


def _broken_reference(table: str) -> BackupRefused:
    return BackupRefused(
        _l("A row of the table “%(table)s” points to something that is not in the backup. Nothing was changed.", table=table),
        "reference",
    )


def _sqlite_moment(value: str) -> str:
    # How SQLAlchemy keeps a moment in SQLite: UTC, without a zone, with microseconds.
    return datetime.fromisoformat(value).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def _moment(value: str) -> datetime:
    # PostgreSQL itself would also take "yesterday".
    return datetime.fromisoformat(value)


def _day(value: str) -> str:
    return date.fromisoformat(value).isoformat()


def _json_text(value: str) -> str:
    json.loads(value)
    return value


def _without_nul(value: str) -> str:
    # SQLite keeps a NUL character in a text, PostgreSQL cannot.
    return value.replace("\x00", "") if "\x00" in value else value


_TYPES: dict[str, frozenset[type]] = {
    "int": frozenset({int}),
    "float": frozenset({int, float}),
    "bool": frozenset({bool}),
    **dict.fromkeys(("text", "moment", "date", "decimal", "json", "bytes"), frozenset({str})),
}
_SQLITE: dict[str, Callable[[Any], Any]] = {
    "moment": _sqlite_moment,
    "date": _day,
    "decimal": float,
    "json": _json_text,
    "bytes": base64.b64decode,
}
_POSTGRESQL: dict[str, Callable[[Any], Any]] = {
    "moment": _moment,
    "date": _day,
    "decimal": Decimal,
    "text": _without_nul,
    "bytes": base64.b64decode,
}
