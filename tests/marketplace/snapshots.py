"""The whole database at one moment, to tell what an act has changed: nothing, everything it should, or half of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import marketplace.models
from marketplace.db import Base, Database

marketplace.models.load_all()

Snapshot = dict[str, dict[Any, dict[str, Any]]]
"""Rows by table and primary key."""


def snapshot(database: Database, *, without: frozenset[str] = frozenset()) -> Snapshot:
    """Every row of every table but those left out."""
    found: Snapshot = {}
    with database.read() as session:
        for table in Base.metadata.sorted_tables:
            if table.name in without:
                continue
            # As the driver gives them: reading JSON and moments of every row takes longer than everything else.
            rows = session.connection().exec_driver_sql(f'SELECT * FROM "{table.name}"').mappings().all()
            keys = [column.name for column in table.primary_key] or [column.name for column in table.columns]
            found[table.name] = {tuple(row[key] for key in keys): dict(row) for row in rows}
    return found


def difference(before: Snapshot, after: Snapshot) -> list[str]:
    """What differs, one line each, for messages of failed tests."""
    found = []
    for table in sorted({*before, *after}):
        old, new = before.get(table, {}), after.get(table, {})
        found += [f"{table}{key} is gone" for key in old.keys() - new.keys()]
        found += [f"{table}{key} is new: {new[key]}" for key in new.keys() - old.keys()]
        for key in old.keys() & new.keys():
            names = [name for name in old[key] if old[key][name] != new[key][name]]
            found += [f"{table}{key}.{name}: {old[key][name]} -> {new[key][name]}" for name in names]
    return found


def effect(before: Snapshot, after: Snapshot) -> Counter[str]:
    """What an act did, in a form that two equal acts on different rows share: rows added, gone, columns changed."""
    found: Counter[str] = Counter()
    for table in {*before, *after}:
        old, new = before.get(table, {}), after.get(table, {})
        found[f"{table} gone"] += len(old.keys() - new.keys())
        found[f"{table} new"] += len(new.keys() - old.keys())
        for key in old.keys() & new.keys():
            for name in old[key]:
                # Moments are to the second: whether they differ depends on when the test began.
                if old[key][name] != new[key][name] and not name.endswith("_at"):
                    found[f"{table}.{name} changed"] += 1
    return +found
