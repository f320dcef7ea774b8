"""Many rows at once, the fast way of each database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Table, text

from marketplace.db import Base


def insert_rows(connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows in one go: COPY on PostgreSQL, one prepared statement on SQLite. Values are plain (no moments)."""
    names = ", ".join(columns)
    cursor = connection.connection.cursor()
    try:
        if connection.dialect.name == "postgresql":
            with cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join("?" for _ in columns)
            # Any iterable serves, and a generator keeps memory low.
            cursor.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", rows)  # type: ignore[arg-type]  # noqa: S608
    finally:
        cursor.close()


def reserve_ids(connection: Connection, table: Table, count: int) -> list[int]:
    """Ids for ``count`` new rows that no other row has or will get, within a transaction that holds the write lock."""
    if not count:
        return []
    if connection.dialect.name == "postgresql":
        query = text("SELECT nextval(pg_get_serial_sequence(:table, 'id')) FROM generate_series(1, :count)")
        return list(connection.scalars(query, {"table": table.name, "count": count}))
    last = connection.scalar(text(f"SELECT coalesce(max(id), 0) FROM {table.name}")) or 0  # noqa: S608  a table of ours
    if table.dialect_options["sqlite"]["autoincrement"]:
        # Ids of deleted rows are not given again.
        last = max(
            last, connection.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = :table"), {"table": table.name}) or 0
        )
    return list(range(last + 1, last + 1 + count))


def table_of(model: type[Base]) -> Table:
    table = model.__table__
    assert isinstance(table, Table)
    return table
