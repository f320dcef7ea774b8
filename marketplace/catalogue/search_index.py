"""What the database keeps ready for searching names: made here, kept right by the database itself.

SQLite: a full-text table of three-letter runs over ``card_name.folded``, followed by triggers, so that no writer
has to think of it. PostgreSQL: a trigram index where the extension may be made, else plain scans answer, slower.
The *stamp* tells every process that the names it holds in memory (``name_memory.py``) are old.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

STAMP_KEY = "catalogue.names_stamp"
_NEEDED_SQLITE = (3, 34)
"""The first version whose full-text search knows three-letter runs."""

_TRIGGERS = {
    "card_name_fts_insert": """CREATE TRIGGER card_name_fts_insert AFTER INSERT ON card_name BEGIN
        INSERT INTO card_name_fts(rowid, folded) VALUES (new.id, new.folded); END""",
    "card_name_fts_delete": """CREATE TRIGGER card_name_fts_delete AFTER DELETE ON card_name BEGIN
        INSERT INTO card_name_fts(card_name_fts, rowid, folded) VALUES ('delete', old.id, old.folded); END""",
    "card_name_fts_update": """CREATE TRIGGER card_name_fts_update AFTER UPDATE OF id, folded ON card_name
        WHEN old.folded <> new.folded OR old.id <> new.id BEGIN
        INSERT INTO card_name_fts(card_name_fts, rowid, folded) VALUES ('delete', old.id, old.folded);
        INSERT INTO card_name_fts(rowid, folded) VALUES (new.id, new.folded); END""",
}
_REBUILD = "INSERT INTO card_name_fts(card_name_fts) VALUES ('rebuild')"
_POSTGRESQL = (
    "CREATE INDEX IF NOT EXISTS ix_card_name_folded_start_trgm ON card_name (folded varchar_pattern_ops)",
    "CREATE INDEX IF NOT EXISTS ix_printing_code_start_trgm ON printing (code_folded varchar_pattern_ops)",
)
_RARITIES = "CREATE INDEX IF NOT EXISTS ix_printing_rarity_fts ON printing (rarity, language, card_id, added_by_id, retired)"
"""Answers "which cards exist in this rarity" without reading the printings themselves."""
_TRIGRAMS = "CREATE INDEX IF NOT EXISTS ix_card_name_folded_trgm ON card_name USING gin (folded gin_trgm_ops)"


def create(connection: Connection) -> None:
    """Make the index and fill it. Doing it again is harmless; where the database cannot, searches scan instead."""
    connection.execute(text(_RARITIES))
    if connection.dialect.name == "postgresql":
        for statement in _POSTGRESQL:
            connection.execute(text(statement))
        _try(connection, "CREATE EXTENSION IF NOT EXISTS pg_trgm")
        _try(connection, _TRIGRAMS)
    elif _sqlite_is_able(connection):
        connection.exec_driver_sql(
            "CREATE VIRTUAL TABLE IF NOT EXISTS card_name_fts USING "
            "fts5(folded, content='card_name', content_rowid='id', tokenize='trigram')"
        )
        for name, statement in _TRIGGERS.items():
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql(_REBUILD)


def drop(connection: Connection) -> None:
    """Take everything away that ``create`` made."""
    connection.execute(text("DROP INDEX IF EXISTS ix_printing_rarity_fts"))
    if connection.dialect.name == "postgresql":
        for name in ("ix_card_name_folded_trgm", "ix_card_name_folded_start_trgm", "ix_printing_code_start_trgm"):
            connection.execute(text(f"DROP INDEX IF EXISTS {name}"))
        return
    for name in _TRIGGERS:
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
    connection.exec_driver_sql("DROP TABLE IF EXISTS card_name_fts")


def pause(connection: Connection) -> None:
    """Before thousands of names are written in this transaction: filling the index once at the end is quicker.

    ``refresh`` at the end of the same transaction makes it anew.
    """
    if connection.dialect.name != "sqlite":
        return
    connection.exec_driver_sql("DROP INDEX IF EXISTS ix_printing_rarity_fts")
    for name in _TRIGGERS:
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")


def refresh(connection: Connection, card_ids: Iterable[int] | None = None) -> None:
    """Make name changes of this transaction known to every process once it is committed.

    The index follows each row by itself; if its triggers were lost (``pause``, or a
    table copied by a migration), it is made anew.
    ``card_ids`` names the cards that changed, None means all. Cards of one collector alone need no call.
    """
    if card_ids is not None and not list(card_ids):
        return
    if connection.dialect.name == "sqlite" and _sqlite_is_able(connection) and not _triggers_stand(connection):
        create(connection)
    connection.execute(
        text(
            "INSERT INTO site_setting (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        ),
        {"key": STAMP_KEY, "value": uuid.uuid4().hex},
    )


def stamp(connection: Connection) -> str:
    """A text that changes with every ``refresh``; empty before the first."""
    return str(connection.scalar(text("SELECT value FROM site_setting WHERE key = :key"), {"key": STAMP_KEY}) or "")


def has_runs(connection: Connection) -> bool:
    """Whether this SQLite database has the table of three-letter runs."""
    found = connection.exec_driver_sql("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'card_name_fts'")
    return found.first() is not None


def _triggers_stand(connection: Connection) -> bool:
    found = connection.exec_driver_sql(
        "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'card_name_fts_%'"
    )
    return found.scalar_one() == len(_TRIGGERS) and has_runs(connection)


def _sqlite_is_able(connection: Connection) -> bool:
    version = tuple(int(part) for part in str(connection.exec_driver_sql("SELECT sqlite_version()").scalar_one()).split("."))
    options = {row[0] for row in connection.exec_driver_sql("PRAGMA compile_options")}
    return version >= _NEEDED_SQLITE and "ENABLE_FTS5" in options


def _try(connection: Connection, statement: str) -> None:
    """Run a statement the database may refuse (no right to make extensions) without losing the transaction."""
    try:
        with connection.begin_nested():
            connection.execute(text(statement))
    except DBAPIError:
        pass
