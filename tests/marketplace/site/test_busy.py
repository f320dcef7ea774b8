"""Somebody who sends a form while something long is written: told why it waits, and nothing typed is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, select

from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.jobs import enqueue
from tests.conftest import BACKEND
from tests.factories import accounts

LogIn = Callable[[FlaskClient, object], None]

only_sqlite = pytest.mark.skipif(BACKEND != "sqlite", reason="PostgreSQL has no lock that keeps every writer out")


@pytest.fixture
def member(app: Flask, client: FlaskClient, database: Database, log_in: LogIn) -> User:
    """Somebody signed in, on a site that waits a tenth of a second for the lock instead of half a minute."""

    def hurry(connection: sqlite3.Connection, _record: Any) -> None:
        connection.execute("PRAGMA busy_timeout = 100")

    with database.write() as session:
        user = accounts.user(session, locale="en")
    database.dispose()
    if BACKEND == "sqlite":
        event.listen(database.engine, "connect", hurry)
    log_in(client, user)
    return user


@contextmanager
def something_long(database: Database) -> Iterator[None]:
    with database.engine.execution_options(write=True).connect() as connection, connection.begin():
        yield


@only_sqlite
def test_a_form_that_waited_in_vain_comes_back_with_what_was_typed(
    client: FlaskClient, database: Database, member: User
) -> None:
    typed = {"name": "New name", "about": "first <line>\nsecond", "country": "FR", "locale": "en"}
    with something_long(database):
        answer = client.post("/profile", data=typed, headers={"Origin": "http://localhost"})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "10"
    assert "The site is busy" in answer.text
    assert "What you typed is kept on this page." in answer.text
    assert 'action="/profile"' in answer.text
    assert 'name="about" value="first &lt;line&gt;\nsecond"' in answer.text
    assert "Sign out" in answer.text, "the page knows who reads it without waiting for the lock again"
    assert client.post("/profile", data=typed).status_code == 302
    with database.read() as session:
        assert session.scalars(select(User.name)).all() == ["New name"]


@only_sqlite
def test_passwords_and_foreign_forms_are_not_kept(client: FlaskClient, database: Database, member: User) -> None:
    with something_long(database):
        own = client.post("/profile", data={"current": "my secret"}, headers={"Origin": "http://localhost"})
        foreign = client.post("/profile", data={"name": "Mallory"}, headers={"Origin": "http://evil.example"})
    assert (own.status_code, foreign.status_code) == (503, 503)
    assert "my secret" not in own.text
    assert "Mallory" not in foreign.text


@only_sqlite
def test_programs_and_live_parts_get_words_and_no_page_to_send_again(
    client: FlaskClient, database: Database, member: User
) -> None:
    with something_long(database):
        answer = client.post("/profile", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["rule"]) == (503, "http.503")


@only_sqlite
def test_a_page_that_waits_learns_why(app: Flask, client: FlaskClient, database: Database, member: User) -> None:
    assert client.get("/busy").status_code == 204
    with something_long(database):
        assert "writing something long" in client.get("/busy").text
    with app.app_context(), database.write() as session:
        enqueue(session, "catalogue.import", {}, member.id)
    assert client.get("/busy").status_code == 204, "an import that only compares keeps nobody waiting"
    with something_long(database):
        assert client.get("/busy").text.startswith("Waiting for the import of the card list.")


def test_an_expired_page_gives_back_what_was_typed(app: Flask, client: FlaskClient, member: User) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    answer = client.post("/profile", data={"name": "Typed", "csrf_token": "old"}, headers={"Origin": "http://localhost"})
    assert answer.status_code == 400
    assert 'name="name" value="Typed"' in answer.text
    for header in ({"Origin": "http://evil.example"}, {"Origin": "http://["}, {"Referer": "http://[::1/profile"}):
        foreign = client.post("/profile", data={"name": "Typed", "csrf_token": "old"}, headers=header)
        assert foreign.status_code == 400
        assert "Typed" not in foreign.text
