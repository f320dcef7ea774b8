"""The progress of a job: who sees it, as page, as fragment and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_babel import lazy_gettext
from sqlalchemy import update

from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.jobs import REGISTRY, Job, JobContext, enqueue, job_kind, run_pending
from tests.factories import accounts

LogIn = Callable[[FlaskClient, object], None]


@pytest.fixture(autouse=True)
def _kind() -> Iterator[None]:
    @job_kind(
        "test.work",
        title="Test work",
        steps={"half": lazy_gettext("Half way")},
        link=lambda result: f"/done/{result['number']}",
    )
    def work(_context: JobContext) -> dict[str, Any]:
        return {"number": 7}

    yield
    del REGISTRY["test.work"]


@pytest.fixture
def people(database: Database) -> tuple[User, User, User]:
    """Who asked, somebody else, and the owner."""
    with database.write() as session:
        return accounts.user(session), accounts.user(session), accounts.user(session, is_owner=True)


@pytest.fixture
def job_id(app: Flask, database: Database, people: tuple[User, User, User]) -> int:
    with app.app_context(), database.write() as session:
        return enqueue(session, "test.work", {}, people[0].id).id


def test_a_job_is_seen_by_whoever_asked_and_by_the_owner(
    client: FlaskClient, log_in: LogIn, people: tuple[User, User, User], job_id: int
) -> None:
    address = f"/jobs/{job_id}"
    assert client.get(address).status_code == 302, "signed out: asked to sign in"
    for person, status in zip(people, (200, 404, 200), strict=True):
        log_in(client, person)
        assert client.get(address).status_code == status
        assert client.get(address, headers={"Accept": "application/json"}).status_code == status
    log_in(client, people[1])
    assert client.post(f"{address}/cancel").status_code == 404
    assert client.get("/jobs/999").status_code == 404


def test_the_page_follows_a_running_job_and_works_without_script(
    client: FlaskClient, database: Database, log_in: LogIn, people: tuple[User, User, User], job_id: int
) -> None:
    log_in(client, people[0])
    with database.write() as session:
        session.execute(update(Job).values(state="running", step="half", done=1, total=2))
    page = client.get(f"/jobs/{job_id}").text
    assert "Half way" in page
    assert 'value="50"' in page
    assert f'hx-get="/jobs/{job_id}" hx-trigger="every 1s"' in page
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page
    fragment = client.get(f"/jobs/{job_id}", headers={"HX-Request": "true"})
    assert "<html" not in fragment.text
    assert "Half way" in fragment.text
    assert "HX-Refresh" not in fragment.headers


def test_a_finished_job_stops_asking_and_shows_its_result(
    app: Flask, client: FlaskClient, log_in: LogIn, people: tuple[User, User, User], job_id: int
) -> None:
    log_in(client, people[0])
    run_pending(app)
    page = client.get(f"/jobs/{job_id}").text
    assert 'href="/done/7"' in page
    assert "hx-get" not in page.split("<main")[1]
    assert "http-equiv" not in page
    assert client.get(f"/jobs/{job_id}", headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    assert client.get(f"/jobs/{job_id}", headers={"Accept": "application/json"}).json == {
        "id": job_id, "kind": "test.work", "title": "Test work", "state": "done", "step": "", "done": 0, "total": 0,
        "error": "", "finished": True, "link": "/done/7", "result": {"number": 7},
    }  # fmt: skip


def test_a_job_can_be_cancelled_once(
    app: Flask, client: FlaskClient, log_in: LogIn, people: tuple[User, User, User], job_id: int
) -> None:
    log_in(client, people[0])
    answer = client.post(f"/jobs/{job_id}/cancel", headers={"Referer": "http://localhost/owner"})
    assert (answer.status_code, answer.location) == (302, "/owner")
    page = client.get(f"/jobs/{job_id}").text
    assert "Cancelled. Nothing was changed." in page
    assert run_pending(app) == 0
    client.post(f"/jobs/{job_id}/cancel")
    assert "It had already finished." in client.get(f"/jobs/{job_id}").text


def test_a_failed_job_says_why(
    client: FlaskClient, database: Database, log_in: LogIn, people: tuple[User, User, User], job_id: int
) -> None:
    log_in(client, people[0])
    with database.write() as session:
        session.execute(update(Job).values(state="failed", error="The file is <cut off>."))
    assert "The file is &lt;cut off&gt;." in client.get(f"/jobs/{job_id}").text
    with database.write() as session:
        session.execute(update(Job).values(error="", result={"gave_up": 3}))
    assert "interrupted 3 times" in client.get(f"/jobs/{job_id}").text
