"""A player who is signed in, and duels of theirs in the database."""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from engine import Action
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.duels import playing, saving
from marketplace.duels.deck_record import pack_decks
from marketplace.duels.models import PracticeDuel
from marketplace.duels.table import Table
from marketplace.duels.undo import rules_version
from tests.factories import accounts
from tests.marketplace.duels.tables import practice


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the opponent finish within the request, however busy the machine is."""
    monkeypatch.setattr(playing, "PATIENCE", 60.0)


@pytest.fixture
def player(database: Database) -> User:
    with database.write() as session:
        return accounts.user(session, "Ana")


@pytest.fixture
def web(app: Flask, player: User, log_in: Callable[[FlaskClient, object], None]) -> FlaskClient:
    client = app.test_client()
    log_in(client, player)
    return client


@pytest.fixture
def store(starter_database: Database) -> Iterator[Session]:
    """A session on a site with the starter catalogue."""
    with starter_database.session(write=True) as session:
        yield session


@pytest.fixture
def owner(store: Session) -> User:
    user = accounts.user(store, "Yugi")
    store.commit()
    return user


@pytest.fixture
def visit(starter_app: Flask, owner: User, log_in: Callable[[FlaskClient, object], None]) -> FlaskClient:
    client = starter_app.test_client()
    log_in(client, owner)
    return client


def put(database: Database, table: Table, user_id: int, decks: Any = None) -> int:
    """Write a table as a duel of that person; returns its id."""
    ruleset = table.duel.state.rules.name
    row = PracticeDuel(
        user_id=user_id,
        ruleset=ruleset,
        seat=table.seat,
        seed=table.transcript.seed,
        agent=table.agent,
        agent_seed=table.agent_seed,
        my_deck="My Deck",
        their_deck="Their Deck",
        decks=pack_decks(decks or practice(ruleset)),
        rules_version=rules_version(),
        snapshot=saving.pack(table),
        **saving.state_of(table),
    )
    with database.write() as session:
        session.add(row)
        session.flush()
        return row.id


def stored(database: Database, duel_id: int) -> PracticeDuel:
    """The row as it is now, everything loaded."""
    from sqlalchemy.orm import undefer

    with database.read() as session:
        row = session.get(
            PracticeDuel,
            duel_id,
            options=[undefer(PracticeDuel.snapshot), undefer(PracticeDuel.transcript), undefer(PracticeDuel.decks)],
        )
        assert row is not None
        return row


def table_in(database: Database, duel_id: int) -> Table:
    return saving.table_of(stored(database, duel_id))


def choice_of(action: Action) -> str:
    return json.dumps(action.to_json(), sort_keys=True, separators=(",", ":"))


def version_on(page: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found is not None
    return found.group(1)


def choices_on(page: str) -> list[str]:
    """The answers a page offers; buttons that only stand there to say why not are left out."""
    buttons = re.findall(r'<button[^>]*name="choice"[^>]*>', page)
    values = [re.search(r' value="([^"]+)"', button) for button in buttons if "aria-disabled" not in button]
    return [html.unescape(value.group(1)) for value in values if value]


def without_tokens(page: str) -> str:
    """A page without the form tokens, which are another each time, and without the names of built files."""
    page = re.sub(r"/static/dist/[^\"]*", "", page)
    page = re.sub(r'name="(csrf_token|form_key)" value="[^"]*"', "", page)
    return re.sub(r'name="csrf-token" content="[^"]*"', "", page)


def play_out(table: Table, most: int = 3000) -> None:
    """Let the person take the first option until the duel is over."""
    for _ in range(most):
        if table.waiting != "you":
            return
        options = table.options()
        table.answer(options[-1])
        table.run(math.inf)
    raise AssertionError("the duel does not end")
