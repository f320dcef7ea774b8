"""``flask accounts``: for whoever runs the site."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import pytest
from click.testing import Result
from flask import Flask

from marketplace.accounts.password_links import PasswordLinks
from marketplace.db import Database
from marketplace.running import note_running, note_stopped, running_address
from tests.marketplace.accounts.conftest import PASSWORD, MakeAccount, fetch


def run(app: Flask, *arguments: str) -> Result:
    return app.test_cli_runner().invoke(args=["accounts", *arguments])


def test_create_prints_a_link_that_sets_the_password(app: Flask, database: Database) -> None:
    result = run(app, "create", "Marie@Example.org", "--owner", "--name", "Marie D.")
    assert result.exit_code == 0
    link = result.stdout.strip()
    assert link.startswith("http://localhost/reset/")
    client = app.test_client()
    assert client.post("/login", data={"email": "marie@example.org", "password": PASSWORD}).status_code == 422
    assert client.post(link.removeprefix("http://localhost"), data={"password": PASSWORD}).status_code == 302
    assert client.get("/owner").status_code == 200
    assert "Marie D." in client.get("/").text


def test_create_prints_json_only_when_asked(app: Flask) -> None:
    result = run(app, "create", "marie@example.org", "--json")
    facts = json.loads(result.stdout)
    assert facts["email"] == "marie@example.org"
    assert facts["name"] == "Marie"
    assert facts["owner"] is False
    assert facts["link"].startswith("http://localhost/reset/")


def test_names_made_from_addresses_are_free(app: Flask) -> None:
    for address, name in (
        ("jean.dupont@example.org", "Jean Dupont"),
        ("jean_dupont@example.com", "Jean Dupont 2"),
        ("j@example.org", "Collector J"),
        ("_@example.org", "Collector"),
        ("x" * 60 + "@example.org", "X" + "x" * 34),
    ):
        assert json.loads(run(app, "create", address, "--json").stdout)["name"] == name


def test_errors_are_words_on_stderr(app: Flask, account: MakeAccount) -> None:
    account("Marie")
    for arguments, words in (
        (("create", "marie@example.org"), "There is an account with this address already"),
        (("create", "paul@example.org", "--name", "MARIE"), "Somebody has this name"),
        (("create", "nonsense"), "This is not an e-mail address"),
        (("reset", "paul@example.org"), "No account has the address paul@example.org"),
        (("sign-out", "paul@example.org"), "No account has the address"),
    ):
        result = run(app, *arguments)
        assert result.exit_code == 1
        assert words in result.stderr
        assert result.stdout == ""


def test_reset_prints_a_link_and_leaves_the_password(app: Flask, database: Database, account: MakeAccount) -> None:
    user = account("Marie")
    link = run(app, "reset", "marie@example.org").stdout.strip()
    with database.write() as session:
        assert PasswordLinks(app.config["SECRET_KEY"]).account(session, link.rsplit("/", 1)[1]).id == user.id
    assert fetch(database, user).password_hash == user.password_hash


def test_sign_out_ends_sessions(app: Flask, account: MakeAccount) -> None:
    account("Marie")
    client = app.test_client()
    client.post("/login", data={"email": "marie@example.org", "password": PASSWORD})
    assert run(app, "sign-out", "marie@example.org").exit_code == 0
    assert client.get("/profile").status_code == 302


def test_list_names_everybody(app: Flask, account: MakeAccount) -> None:
    account("Owner", owner=True)
    account("Marie")
    assert run(app, "list").stdout.splitlines() == ["owner@example.org\tOwner\towner", "marie@example.org\tMarie\tmember"]
    assert [person["owner"] for person in json.loads(run(app, "list", "--json").stdout)] == [True, False]


def test_the_owner_link_can_be_had_again_until_there_is_an_owner(app: Flask, account: MakeAccount) -> None:
    first, second = (run(app, "owner-link").stdout.strip().removeprefix("http://localhost") for _ in range(2))
    client = app.test_client()
    assert client.get(first).status_code == 410
    assert client.get(second).status_code == 200
    account("Owner", owner=True)
    result = run(app, "owner-link")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "has an owner already" in result.stderr


def test_links_lead_to_where_the_site_runs(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    app.config["SETTINGS"] = replace(app.config["SETTINGS"], public_url="")
    instance = app.config["SETTINGS"].instance
    monkeypatch.delenv("PORT", raising=False)
    quiet = run(app, "create", "marie@example.org")
    assert quiet.stdout.startswith("http://localhost:8000/reset/")
    assert "set PORT or PUBLIC_URL" in quiet.stderr
    note_running(instance, "http://192.168.1.7:9000")
    known = run(app, "reset", "marie@example.org")
    assert known.stdout.startswith("http://192.168.1.7:9000/reset/")
    assert "PORT" not in known.stderr
    note_stopped(instance)
    monkeypatch.setenv("PORT", "8123")
    assert run(app, "reset", "marie@example.org").stdout.startswith("http://localhost:8123/reset/")


def test_what_a_killed_site_left_is_not_believed(app: Flask) -> None:
    instance = app.config["SETTINGS"].instance
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (instance / "running.json").write_text(json.dumps({"process": ended.pid, "address": "http://localhost:9999"}))
    assert running_address(instance) is None
    (instance / "running.json").write_text("half")
    assert running_address(instance) is None
