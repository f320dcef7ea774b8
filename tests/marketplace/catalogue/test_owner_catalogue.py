"""The owner's catalogue page: sending and fetching card files, progress, reports, and what others may not."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from marketplace.catalogue import owner_routes
from marketplace.catalogue.importing import import_facts
from marketplace.catalogue.models import Card, CatalogueImport
from marketplace.db import Database
from marketplace.jobs import Job, run_pending
from tests.factories import accounts
from tests.factories.facts import card_list, line, many_entries, spell, yaml_yugi_entry, yaml_yugi_file

LogIn = Callable[[FlaskClient, object], None]
CARDS = yaml_yugi_file(*many_entries(30), packed=True)


@pytest.fixture
def owner(database: Database, client: FlaskClient, log_in: LogIn) -> FlaskClient:
    with database.write() as session:
        log_in(client, accounts.user(session, is_owner=True))
    return client


def send(client: FlaskClient, content: bytes = CARDS, name: str = "cards.json.xz", **fields: str) -> TestResponse:
    data: dict[str, Any] = {"file": (io.BytesIO(content), name), "language": "en"} | fields
    return client.post("/owner/catalogue/upload", data=data, content_type="multipart/form-data")


def number_of(database: Database, model: Any) -> int:
    with database.read() as session:
        return session.scalar(select(func.count(model.id))) or 0


def uploads(app: Flask) -> list[Path]:
    folder = app.config["SETTINGS"].instance / "catalogue" / "uploads"
    return list(folder.iterdir()) if folder.exists() else []


def test_a_sent_file_becomes_a_job_a_progress_bar_and_a_report(app: Flask, database: Database, owner: FlaskClient) -> None:
    answer = send(owner)
    assert (answer.status_code, answer.location) == (302, "/owner/catalogue")
    page = owner.get("/owner/catalogue").text
    assert "<progress" in page
    assert 'hx-get="/jobs/1"' in page
    assert "enctype" not in page, "no second import can be started meanwhile"

    assert run_pending(app) == 1
    page = owner.get("/owner/catalogue").text
    assert "<progress" not in page
    assert "The catalogue is up to date." in page
    assert "cards.json.xz" in page
    assert uploads(app) == []
    report = owner.get("/owner/catalogue/imports/1").text
    assert re.search(r'Cards</strong></td>\s*<td class="num" data-label="In the file">30</td>', report)
    assert "read and written in 0 seconds" not in report
    assert number_of(database, Card) == 30


def test_a_double_click_starts_one_import(app: Flask, database: Database, owner: FlaskClient) -> None:
    for _ in range(2):
        assert send(owner).location == "/owner/catalogue"
    assert number_of(database, Job) == 1
    assert len(uploads(app)) == 1
    assert "under way already" in owner.get("/owner/catalogue").text
    assert (
        owner.post("/owner/catalogue/fetch", data={"address": "https://example.org/c.json", "language": "en"}).status_code
        == 302
    )
    assert number_of(database, Job) == 1


@pytest.mark.parametrize("content", [b"<html>", CARDS[:-30], b"[]", b"\x00" * 50])
def test_a_bad_file_is_told_in_words_and_changes_nothing(
    app: Flask, database: Database, owner: FlaskClient, content: bytes
) -> None:
    import_facts(database, card_list(spell(1, "Test Charm", line("TST-EN001"))))
    send(owner, content)
    run_pending(app)
    page = owner.get("/owner/catalogue").text
    assert "The last import did not work" in page
    assert "The card file" in page
    assert number_of(database, Card) == 1
    assert uploads(app) == []
    assert "This import did not work" in owner.get("/owner/catalogue/imports/2").text


def test_what_is_missing_in_a_form_is_said_and_what_was_typed_is_kept(database: Database, owner: FlaskClient) -> None:
    answer = owner.post("/owner/catalogue/upload", data={"language": "fr"})
    assert answer.status_code == 422
    assert "Choose a file first." in answer.text
    assert re.search(r'<option selected value="fr">', answer.text)
    for address, words in (
        ("", "Type the address"),
        ("ftp://example.org/cards", "must begin with http"),
        ("http://me:secret@example.org/cards", "Leave name and password out"),
        ("http://example.org/a b", "contains a space"),
        ("http://[::1/cards", "no web address"),
        ("http://example.org/" + "x" * 400, "too long"),
    ):
        answer = owner.post("/owner/catalogue/fetch", data={"address": address, "language": "de"})
        assert answer.status_code == 422
        assert words in answer.text
        assert f'value="{address}"' in answer.text
    assert owner.post("/owner/catalogue/fetch", data={"address": "https://e.org/c", "language": "xx"}).status_code == 422
    assert number_of(database, Job) == 0


def test_a_file_in_the_sites_folder_can_be_chosen(app: Flask, database: Database, owner: FlaskClient) -> None:
    folder = app.config["SETTINGS"].instance / "catalogue"
    folder.mkdir()
    (folder / "full list.json.xz").write_bytes(CARDS)
    (folder / "notes.txt").write_text("no card file")
    (folder / "link.json").symlink_to("/etc/hostname")
    page = owner.get("/owner/catalogue").text
    assert "full list.json.xz" in page
    assert "notes.txt" not in page
    assert "link.json" not in page
    for name in ("notes.txt", "link.json", "../secret_key", ""):
        assert owner.post("/owner/catalogue/folder", data={"name": name, "language": "en"}).status_code == 422
    assert owner.post("/owner/catalogue/folder", data={"name": "full list.json.xz", "language": "en"}).status_code == 302
    run_pending(app)
    assert number_of(database, Card) == 30
    assert (folder / "full list.json.xz").exists()


def test_the_owner_takes_in_what_was_held_back(app: Flask, database: Database, owner: FlaskClient) -> None:
    import_facts(database, card_list(spell(1, "Test Charm", line("TST-EN001"))))
    slip = yaml_yugi_file(
        yaml_yugi_entry(1, "Test Charm", {"en": [("TST-EN001", "Test Set", "Common")]}),
        yaml_yugi_entry(2, "Test Ogre", {"en": [("TST-EN001", "Test Set", "Common")]}),
    )
    send(owner, slip)
    run_pending(app)
    assert "1 held back" in owner.get("/owner/catalogue").text
    report = owner.get("/owner/catalogue/imports/2").text
    assert "1 printing is held back" in report
    assert "Take them in" in report
    assert len(uploads(app)) == 1, "the file waits for the decision"

    assert owner.post("/owner/catalogue/imports/2/accept").status_code == 302
    run_pending(app)
    assert uploads(app) == []
    assert "held back" not in owner.get("/owner/catalogue/imports/3").text.split("<table")[0]
    answer = owner.post("/owner/catalogue/imports/3/accept")
    assert answer.status_code == 422
    # The file of the first report is gone: it says so instead of pretending.
    assert owner.post("/owner/catalogue/imports/2/accept").status_code == 422
    assert "--accept-collisions" in owner.get("/owner/catalogue/imports/2").text
    assert number_of(database, CatalogueImport) == 3


PAGES = [
    ("get", "/owner/catalogue"),
    ("get", "/owner/catalogue/imports/1"),
    ("post", "/owner/catalogue/fetch"),
    ("post", "/owner/catalogue/upload"),
    ("post", "/owner/catalogue/folder"),
    ("post", "/owner/catalogue/imports/1/accept"),
]


@pytest.mark.parametrize(("method", "address"), PAGES)
def test_everything_here_is_for_the_owner(
    database: Database, client: FlaskClient, log_in: LogIn, method: str, address: str
) -> None:
    import_facts(database, card_list(spell(1, "Test Charm", line("TST-EN001"))))
    assert getattr(client, method)(address).status_code == (302 if method == "get" else 401)
    with database.write() as session:
        log_in(client, accounts.user(session))
    assert getattr(client, method)(address).status_code == 403
    assert number_of(database, Job) == 0


def test_only_the_owner_may_send_a_large_file(
    app: Flask, database: Database, client: FlaskClient, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 20_000
    app.config["WTF_CSRF_ENABLED"] = True  # The check of the token reads the form, before any page does.
    monkeypatch.setattr(owner_routes, "LARGEST_UPLOAD_MB", 1)
    large = b"[" + b" " * 100_000
    with database.write() as session:
        someone, owner = accounts.user(session), accounts.user(session, is_owner=True)
    log_in(client, someone)
    answer = send(client, large)
    assert answer.status_code == 413
    assert "The largest upload is" in answer.text
    log_in(client, owner)
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/owner/catalogue").text)
    assert token is not None
    assert send(client, large, csrf_token=token[1]).status_code == 302
    run_pending(app)
    answer = send(client, b" " * 1_500_000, csrf_token=token[1])
    assert answer.status_code == 413
    assert "a card file may have 1 MB" in answer.text


def test_an_unknown_import_is_not_found(owner: FlaskClient) -> None:
    assert owner.get("/owner/catalogue/imports/99").status_code == 404
    assert owner.post("/owner/catalogue/imports/99/accept").status_code == 404


def test_the_history_has_pages(database: Database, owner: FlaskClient) -> None:
    with database.write() as session:
        session.add_all(CatalogueImport(source=f"file {number}", state="failed", report={"error": "x"}) for number in range(25))
    assert "file 24" in owner.get("/owner/catalogue").text
    second = owner.get("/owner/catalogue?page=2").text
    assert "file 0<" in second
    assert "file 24" not in second
    assert owner.get("/owner/catalogue?page=99").status_code == 200
    assert owner.get("/owner/catalogue?page=x").status_code == 200
