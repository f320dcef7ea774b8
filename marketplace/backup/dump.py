"""Writing a backup from a running site: one moment of the database, and the photos."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any

from alembic.runtime.migration import MigrationContext
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Date,
    Float,
    Integer,
    LargeBinary,
    Numeric,
    Select,
    String,
    Table,
    Text,
    cast,
    func,
    select,
)
from sqlalchemy import text as sql

from marketplace import __version__
from marketplace.backup.archive import (
    CHUNK,
    ArchiveWriter,
    Counted,
    Manifest,
    Progress,
    TablePart,
    is_photo_name,
    silent,
)
from marketplace.config import Settings
from marketplace.db import Base, Database, UtcDateTime, now
from marketplace.models import load_all

ROWS_AT_A_TIME = 2000


def write_backup(database: Database, settings: Settings, path: Path, progress: Progress | None = None) -> Manifest:
    """Write everything the site holds to ``path``; people may go on working meanwhile.

    The file appears under its name only when it is whole: until then it is called ``.NAME.part``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            os.chmod(part, 0o600)
            writer = ArchiveWriter(file)
            try:
                manifest = _write(database, settings, writer, progress or silent)
            except BaseException:
                writer.abandon()
                raise
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return manifest


def _write(database: Database, settings: Settings, writer: ArchiveWriter, progress: Progress) -> Manifest:
    load_all()
    tables = Base.metadata.sorted_tables
    with _one_moment(database) as connection:
        schema = MigrationContext.configure(connection).get_current_revision() or ""
        total = sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables)
        counted = Counted(progress, total, "tables")
        parts = [_write_table(connection, table, writer, counted) for table in tables]
        counts = _counts(connection)
    photos = _write_photos(settings.photos_folder, writer, progress)
    manifest = Manifest(
        made_at=now(),
        product_version=__version__,
        schema=schema,
        site_name=settings.site_name,
        database=database.engine.dialect.name,
        tables=tuple(parts),
        members=writer.members,
        counts={**counts, "photos": photos},
    )
    writer.close(manifest)
    return manifest


@contextmanager
def _one_moment(database: Database) -> Iterator[Connection]:
    """A connection that sees one moment of the whole database, whatever is written meanwhile."""
    options: dict[str, Any] = {"stream_results": True, "yield_per": ROWS_AT_A_TIME}
    if database.engine.dialect.name == "postgresql":
        options["isolation_level"] = "REPEATABLE READ"
    with database.engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


def _write_table(connection: Connection, table: Table, writer: ArchiveWriter, counted: Counted) -> TablePart:
    columns = list(table.columns)
    kinds = [kind_of(column) for column in columns]
    encoders = [(index, _ENCODERS[kind]) for index, kind in enumerate(kinds) if kind in _ENCODERS]
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
    count = 0
    part = TablePart(table.name, 0, ())
    with writer.member(part.member, compressed=True) as write:
        for block in connection.execute(_reading(table)).partitions():
            lines = []
            for row in block:
                values = list(row)
                for index, encoder in encoders:
                    if values[index] is not None:
                        values[index] = encoder(values[index])
                lines.append(encode(values))
            write(("\n".join(lines) + "\n").encode())
            count += len(lines)
            counted.add(len(lines))
    described = tuple((column.name, kind) for column, kind in zip(columns, kinds, strict=True))
    return TablePart(table.name, count, described, _counter(connection, table))


def _reading(table: Table) -> Select[Any]:
    # JSON is taken as its text: parsing it would lose the difference between JSON's null and no value.
    columns = [cast(column, Text).label(column.name) if isinstance(column.type, JSON) else column for column in table.columns]
    return select(*columns).order_by(*table.primary_key.columns)


def kind_of(column: Column[Any]) -> str:
    """Which of ``archive.KINDS`` a column is. Raises TypeError for a type no backup could hold."""
    for types, kind in _KINDS:
        if isinstance(column.type, types):
            return kind
    raise TypeError(f"{column}: backups do not know the type {column.type!r}")


_KINDS: tuple[tuple[Any, str], ...] = (
    (Boolean, "bool"),
    (Integer, "int"),
    (Float, "float"),
    (Numeric, "decimal"),
    (UtcDateTime, "moment"),
    (Date, "date"),
    (JSON, "json"),
    (LargeBinary, "bytes"),
    (String, "text"),
)


def _moment(value: datetime) -> str:
    return value.isoformat()


def _day(value: date) -> str:
    return value.isoformat()


def _bytes(value: bytes) -> str:
    return base64.b64encode(value).decode("ascii")


_ENCODERS: dict[str, Callable[[Any], Any]] = {"moment": _moment, "date": _day, "decimal": str, "bytes": _bytes}


def _counter(connection: Connection, table: Table) -> int:
    """The highest number the table's counter gave out: numbers of deleted rows must not come back."""
    keys = list(table.primary_key.columns)
    if len(keys) != 1 or not isinstance(keys[0].type, Integer) or keys[0].foreign_keys or keys[0].autoincrement is False:
        return 0
    highest = int(connection.scalar(select(func.max(keys[0]))) or 0)
    if connection.dialect.name == "postgresql":
        given = connection.scalar(
            sql("SELECT pg_sequence_last_value(pg_get_serial_sequence(:t, :c)::regclass)"), {"t": table.name, "c": keys[0].name}
        )
    elif table.dialect_options["sqlite"]["autoincrement"]:
        given = connection.scalar(sql("SELECT seq FROM sqlite_sequence WHERE name = :t"), {"t": table.name})
    else:
        given = 0
    return max(highest, int(given or 0))


def _counts(connection: Connection) -> dict[str, int]:
    tables = Base.metadata.tables
    card, printing, stack = tables["card"], tables["printing"], tables["stack"]
    return {
        "people": connection.scalar(select(func.count()).select_from(tables["user_account"])) or 0,
        "cards": connection.scalar(select(func.count()).select_from(card).where(card.c.added_by_id.is_(None))) or 0,
        "printings": connection.scalar(select(func.count()).select_from(printing)) or 0,
        "copies": int(connection.scalar(select(func.coalesce(func.sum(stack.c.quantity), 0))) or 0),
    }


def _write_photos(folder: Path, writer: ArchiveWriter, progress: Progress) -> int:
    found = photo_files(folder)
    for number, (name, path) in enumerate(sorted(found.items()), start=1):
        try:
            source = path.open("rb")
        except FileNotFoundError:
            continue  # Swept since the folder was listed: no row of this moment needs it.
        with source, writer.member(name, compressed=False) as write:
            while data := source.read(CHUNK):
                write(data)
        progress(number, len(found), "photos")
    return len([name for name in writer.members if name.startswith("photos/")])


def photo_files(folder: Path) -> dict[str, Path]:
    """Member name -> file of every photo; files still being written have other names and are left out."""
    if not folder.is_dir():
        return {}
    found = {f"photos/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
    return {name: path for name, path in found.items() if is_photo_name(name) and not name.endswith((".part", ".tmp"))}
