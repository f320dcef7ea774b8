"""Forms need their token, pages carry their headers, and nobody reaches what is somebody else's."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.marketplace.accounts.conftest import PASSWORD, MakeAccount


def posts(app: Flask) -> list[str]:
    """Every address of accounts and site that takes a form."""
    found = []
    for rule in app.url_map.iter_rules():
        if rule.endpoint.partition(".")[0] in ("accounts", "site") and "POST" in (rule.methods or set()):
            found.append(re.sub(r"<int:\w+>", "1", re.sub(r"<(?!int)[\w:]+>", "x", rule.rule)))
    return sorted(found)


def test_no_form_is_taken_without_its_token(app: Flask, client: FlaskClient, account: MakeAccount) -> None:
    account("Owner", owner=True)
    client.post("/login", data={"email": "owner@example.org", "password": PASSWORD})
    app.config["WTF_CSRF_ENABLED"] = True
    addresses = posts(app)
    assert len(addresses) > 20
    assert {address: client.post(address, data={}).status_code for address in addresses} == dict.fromkeys(addresses, 400)


def test_the_token_of_the_page_opens_the_form(app: Flask, client: FlaskClient, account: MakeAccount) -> None:
    account()
    app.config["WTF_CSRF_ENABLED"] = True
    token = re.search(r'name="csrf_token" type="hidden" value="([^"]+)"', client.get("/login").text)
    assert token
    form = {"email": "marie@example.org", "password": PASSWORD}
    assert client.post("/login", data={**form, "csrf_token": token[1]}).status_code == 302
    assert client.post("/logout", data={"csrf_token": token[1]}).status_code == 400, "the token belongs to the session before"


PAGES = (
    "/",
    "/login",
    "/signup",
    "/forgot",
    "/healthz",
    "/nowhere",
    "/profile",
    "/profile/password",
    "/owner",
    "/owner/people",
    "/owner/backup",
)


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_headers(client: FlaskClient, account: MakeAccount, path: str) -> None:
    account("Owner", owner=True)
    client.post("/login", data={"email": "owner@example.org", "password": PASSWORD})
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "private" in headers["Cache-Control"]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_holds_inline_script_or_style(client: FlaskClient, account: MakeAccount, path: str) -> None:
    account("Owner", owner=True)
    client.post("/login", data={"email": "owner@example.org", "password": PASSWORD})
    page = client.get(path).text
    assert not re.search(r"\sstyle=|\son\w+=|<style|javascript:", page)
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)


@pytest.mark.parametrize("who", ["a member", "a visitor"])
def test_the_owners_pages_are_the_owners(app: Flask, client: FlaskClient, account: MakeAccount, who: str) -> None:
    account("Owner", owner=True)
    account("Marie")
    if who == "a member":
        client.post("/login", data={"email": "marie@example.org", "password": PASSWORD})
    seen = 0
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith("/owner"):
            continue
        address = re.sub(r"<int:\w+>", "1", re.sub(r"<(?!int)[\w:]+>", "x.zip", rule.rule))
        for method in (rule.methods or set()) & {"GET", "POST"}:
            answer = client.open(address, method=method)
            expected = {"a member": {403}, "a visitor": {302} if method == "GET" else {401}}[who]
            assert answer.status_code in expected, (method, address, answer.status_code)
            seen += 1
    assert seen > 15


def test_a_member_sees_no_way_to_the_owners_pages(client: FlaskClient, account: MakeAccount) -> None:
    account("Owner", owner=True)
    account("Marie")
    client.post("/login", data={"email": "marie@example.org", "password": PASSWORD})
    assert 'href="/owner"' not in client.get("/").text


def test_a_nul_character_breaks_nothing(client: FlaskClient, account: MakeAccount) -> None:
    """PostgreSQL can neither keep nor compare one."""
    account("Owner", owner=True)
    for address in ("/cards?q=%00", "/sets/a%00b", "/login?next=/&next=%00", "/join/%00", "/reset/%00"):
        assert client.get(address).status_code == 400, address
    # No keyboard types one, so a form with it is forged: refused before any page reads it.
    assert client.post("/login", data={"email": "marie\x00@example.org", "password": "x\x00y"}).status_code == 400
    assert client.post("/forgot", data={"email": "\x00"}).status_code == 400
    client.post("/login", data={"email": "owner@example.org", "password": PASSWORD})
    assert client.post("/profile", data={"name": "Ow\x00ner", "about": ""}).status_code == 400
    assert client.post("/profile", data={"name": "Owner", "about": "a\x00b"}).status_code == 400
    assert client.post("/owner/people/invite", data={"uses": "1", "days": "7", "note": "a\x00b"}).status_code == 400
    assert client.post("/owner/settings", data={"sign_up": "\x00"}).status_code == 400
