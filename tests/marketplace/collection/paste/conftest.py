"""The full catalogue, made once from the reference card list and kept in pytest's cache."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from marketplace.collection.paste import DatabaseCatalogue, ListReading, Options, read_list
from marketplace.config import ROOT
from marketplace.db import Database
from tests.marketplace.collection.paste.shared_cases import shared_folder

_MADE_BY = (
    "migrations/versions",
    "marketplace/catalogue/importing",
    "marketplace/catalogue/folding.py",
    "marketplace/catalogue/codes.py",
)
_LONGEST_WAIT = 600


def _stamp(cards: Path) -> str:
    """Changes with the card list and with the code that loads it."""
    digest = hashlib.sha256(cards.read_bytes())
    for place in _MADE_BY:
        path = ROOT / place
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _make(cards: Path, folder: Path) -> None:
    from marketplace.catalogue.importing import import_file
    from marketplace.prepare import migrate

    building = folder / f"building-{os.getpid()}.sqlite3"
    database = Database(f"sqlite:///{building}")
    migrate(database, folder)
    import_file(database, cards)
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    database.dispose()
    building.rename(folder / "duelfolio.sqlite3")


@pytest.fixture(scope="session")
def full_catalogue(request: pytest.FixtureRequest) -> Iterator[Database]:
    """Every card and printing of the reference list, on SQLite whatever the tests run on: lists only read it."""
    cards = shared_folder() / "data" / "cards.json.xz"
    folder = request.config.cache.mkdir(f"full-catalogue-{_stamp(cards)}")
    made = folder / "duelfolio.sqlite3"
    lock = folder / "lock"
    started = time.monotonic()
    while not made.exists():
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            # Another worker is at it; a lock left by a killed one is ignored after a while.
            if time.monotonic() - started > _LONGEST_WAIT:
                lock.unlink(missing_ok=True)
            time.sleep(0.5)
            continue
        try:
            if not made.exists():
                _make(cards, folder)
        finally:
            lock.unlink(missing_ok=True)
    database = Database(f"sqlite:///{made}")
    yield database
    database.dispose()


Read = Callable[..., ListReading]


@pytest.fixture
def read(app: Flask, full_catalogue: Database) -> Iterator[Read]:
    """``read(text, language=..., scale=...)`` with the full catalogue."""
    with app.app_context(), full_catalogue.read() as session:
        catalogue = DatabaseCatalogue(session, None)
        yield lambda text, **options: read_list(text, catalogue, Options(**options))


@pytest.fixture
def read_starter(starter_app: Flask, starter_database: Database) -> Iterator[Read]:
    """The same with the catalogue that ships."""
    with starter_app.app_context(), starter_database.read() as session:
        catalogue = DatabaseCatalogue(session, None)
        yield lambda text, **options: read_list(text, catalogue, Options(**options))
