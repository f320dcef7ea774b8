"""Signing in and out, and what a session is worth."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from datetime import timedelta
from time import time as real_time

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from marketplace.accounts import people, profile, sessions
from marketplace.accounts.models import EndedSession, User
from marketplace.accounts.passwords import PasswordKeeper
from marketplace.db import Database, now
from tests.marketplace.accounts.conftest import PASSWORD, MakeAccount, fetch

TOKEN = re.compile(r'csrf[-_]token" (?:content|value)="[^"]*"')


def sign_in(client: FlaskClient, name: str = "Marie", password: str = PASSWORD, **more: str):  # type: ignore[no-untyped-def]
    return client.post("/login", data={"email": f"{name.lower()}@example.org", "password": password, **more})


def next_of(page: str) -> str:
    """The address the sign-in form would go on to."""
    form = page.split('action="/login"')[1].split("</form>")[0]
    return html.unescape(re.search(r'<input id="next" name="next" type="hidden" value="([^"]*)">', form)[1])  # type: ignore[index]


def value_of(page: str, name: str) -> str:
    """What the hidden field ``name`` of the page's last form with one holds."""
    found = re.findall(rf'<input[^>]*name="{name}"[^>]*type="hidden"[^>]*value="([^"]*)"', page)
    found += re.findall(rf'<input type="hidden" name="{name}" value="([^"]*)">', page)
    return html.unescape(found[-1])


def test_the_right_password_opens_the_site(client: FlaskClient, database: Database, account: MakeAccount) -> None:
    user = account()
    assert fetch(database, user).last_seen_at is None
    answer = sign_in(client)
    assert (answer.status_code, answer.location) == (302, "/")
    assert "Hello, Marie" in client.get("/").text
    assert fetch(database, user).last_seen_at is not None


def test_who_stays_signed_in_is_seen_with_the_next_page(
    client: FlaskClient, database: Database, account: MakeAccount, log_in: Callable[[FlaskClient, User], None]
) -> None:
    user = account()
    log_in(client, user)
    for method, path in (("get", "/"), ("post", "/profile")):
        for before in (None, now() - timedelta(days=61)):
            with database.write() as session:
                session.execute(update(User).values(last_seen_at=before))
            assert getattr(client, method)(path).status_code < 500
            seen = fetch(database, user).last_seen_at
            assert seen is not None, (method, before)
            assert now() - seen < timedelta(minutes=1), (method, before)
    assert client.get("/").status_code == 200
    assert fetch(database, user).last_seen_at == seen, "a visit of many pages writes once"


def test_the_address_is_read_as_people_type_it(client: FlaskClient, account: MakeAccount) -> None:
    account()
    assert client.post("/login", data={"email": "  MARIE@Example.org ", "password": PASSWORD}).status_code == 302


def test_nobody_learns_whether_an_account_exists(
    client: FlaskClient, account: MakeAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    account("Marie")
    account("Waiting").password_hash = None
    work: list[bool] = []
    verify = PasswordKeeper.verify

    def watched(self: PasswordKeeper, password_hash: str | None, password: str) -> bool:
        work.append(True)
        return verify(self, password_hash, password)

    monkeypatch.setattr(PasswordKeeper, "verify", watched)
    answers = []
    for email in ("marie@example.org", "nobody@example.org", "not an address"):
        answer = client.post("/login", data={"email": email, "password": "wrong password"})
        # The token of the form carries the second it was made in.
        answers.append((answer.status_code, TOKEN.sub("", answer.text.replace(email, ""))))
    assert {status for status, _text in answers} == {422}
    assert len({text for _status, text in answers}) == 1
    assert "do not belong together" in answers[0][1]
    assert len(work) == 3, "each attempt must take one verification"


def test_an_account_without_password_cannot_be_entered(client: FlaskClient, database: Database, account: MakeAccount) -> None:
    user = account()
    with database.write() as session:
        session.get_one(User, user.id).password_hash = None
    for password in ("", "None", PASSWORD):
        assert sign_in(client, password=password).status_code == 422


def test_a_deactivated_account_is_named_only_to_its_owner(
    client: FlaskClient, database: Database, account: MakeAccount
) -> None:
    owner, user = account("Owner", owner=True), account("Marie")
    with database.write() as session:
        people.deactivate(session, owner.id, user.id)
    assert "has been deactivated" in sign_in(client).text
    assert "has been deactivated" not in sign_in(client, password="wrong password").text


def test_the_address_stays_in_a_refused_form_and_the_password_does_not(client: FlaskClient, account: MakeAccount) -> None:
    account()
    answer = sign_in(client, password="not the password 9")
    assert answer.status_code == 422
    assert 'value="marie@example.org"' in answer.text
    assert "not the password 9" not in answer.text


def test_old_hashes_are_renewed_at_the_next_sign_in(
    client: FlaskClient, database: Database, account: MakeAccount, keeper: PasswordKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = account()
    before = fetch(database, user).password_hash
    monkeypatch.setattr(PasswordKeeper, "is_outdated", lambda self, password_hash: password_hash == before)
    assert sign_in(client).status_code == 302
    after = fetch(database, user).password_hash
    assert after != before
    assert keeper.verify(after, PASSWORD)


# --- going on where one was -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/collection/?q=dark%20magician&page=3", "/profile"])
def test_a_page_of_ones_own_asks_to_sign_in_and_comes_back(client: FlaskClient, account: MakeAccount, path: str) -> None:
    account()
    answer = client.get(path)
    assert answer.status_code == 302
    page = client.get(answer.location)
    assert "Sign in" in page.text
    if path.startswith("/collection"):
        assert "Sign in to see your cards. They are all still there." in page.text
    assert sign_in(client, next=next_of(page.text)).location == path


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "/\tevil"]
)
def test_signing_in_never_leads_off_the_site(client: FlaskClient, account: MakeAccount, target: str) -> None:
    account()
    assert next_of(client.get("/login", query_string={"next": target}).text) == ""
    assert sign_in(client, next=target).location == "/"


def test_a_form_sent_after_the_session_ended_is_kept_through_the_sign_in(client: FlaskClient, account: MakeAccount) -> None:
    account()
    typed = "Trades at <home> & \u201cmail\u201d\nsecond line"
    referer = {"Referer": "http://localhost/profile"}
    answer = client.post("/profile", data={"name": "Marie", "about": typed}, headers=referer)
    assert answer.status_code == 401
    assert "You are signed out" in answer.text
    assert "what you typed is kept" in answer.text
    sealed = value_of(answer.text, "kept")
    # A wrong password keeps it, too.
    refused = client.post(
        "/login", data={"email": "marie@example.org", "password": "wrong", "next": "/profile", "kept": sealed}
    )
    assert value_of(refused.text, "kept") == sealed
    page = sign_in(client, next=next_of(answer.text), kept=sealed)
    assert page.status_code == 200
    assert 'action="/profile"' in page.text
    assert value_of(page.text, "name") == "Marie"
    assert value_of(page.text, "about") == typed
    assert 'href="/profile"' in page.text


def test_what_was_kept_can_be_sent_behind_the_sign_in(app: Flask, client: FlaskClient, account: MakeAccount) -> None:
    account()
    app.config["WTF_CSRF_ENABLED"] = True
    referer = {"Referer": "http://localhost/profile"}
    start = client.get("/login").text
    typed = {"name": "Marie", "about": "kept words", "country": "", "locale": "en"}
    token = value_of(start, "csrf_token")
    asked = client.post("/profile", data={**typed, "csrf_token": token}, headers=referer).text
    form = {"email": "marie@example.org", "password": PASSWORD, "kept": value_of(asked, "kept")}
    page = client.post("/login", data={**form, "csrf_token": value_of(asked, "csrf_token")}, headers=referer).text
    sent = client.post("/profile", data={**typed, "csrf_token": value_of(page, "csrf_token")}, headers=referer)
    assert sent.status_code == 302
    assert "kept words" in client.get("/profile").text


def test_nobody_else_can_put_words_into_a_form(client: FlaskClient, account: MakeAccount) -> None:
    elsewhere = client.post("/profile", data={"name": "Mallory"}, headers={"Referer": "http://evil.example/profile"})
    assert "evil.example" not in elsewhere.text
    assert value_of(elsewhere.text, "kept") == ""
    account()
    assert sign_in(client, kept='["/profile", [["name", "Mallory"]], false]').status_code == 302


def test_passwords_are_never_kept_in_a_page(client: FlaskClient) -> None:
    answer = client.post("/profile", data={"current": "my secret"}, headers={"Referer": "http://localhost/profile"})
    assert answer.status_code == 401
    assert value_of(answer.text, "kept") == ""
    assert "my secret" not in answer.text


def test_a_live_part_is_led_to_the_sign_in_page(client: FlaskClient) -> None:
    answer = client.get("/profile", headers={"HX-Request": "true", "HX-Current-URL": "http://localhost/collection/?page=2"})
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"] == "/login?next=/collection/?page%3D2"


def test_a_program_gets_json(client: FlaskClient) -> None:
    answer = client.get("/profile", headers={"Accept": "application/json"})
    assert answer.status_code == 401
    assert answer.get_json()["rule"] == "accounts.sign_in.needed"


def test_somebody_signed_in_needs_no_sign_in_page(client: FlaskClient, account: MakeAccount) -> None:
    account()
    sign_in(client)
    assert client.get("/login?next=/profile").location == "/profile"


# --- sessions ---------------------------------------------------------------------------------------------------


def test_a_session_planted_before_is_not_the_one_after(app: Flask, client: FlaskClient, account: MakeAccount) -> None:
    account()
    with client.session_transaction() as planted:
        planted["csrf_token"] = "known to somebody else"
        planted["anything"] = "left by somebody else"
    sign_in(client)
    with client.session_transaction() as cookie:
        assert "anything" not in cookie
        assert cookie.get("csrf_token") != "known to somebody else"
        assert cookie["_user_id"]


def test_signing_out_ends_the_session_and_the_lasting_cookie(client: FlaskClient, account: MakeAccount) -> None:
    account()
    sign_in(client, remember="y")
    assert client.get_cookie("remember_token") is not None
    assert client.post("/logout").location == "/"
    assert client.get_cookie("remember_token") is None
    assert client.get("/profile").status_code == 302


@pytest.mark.parametrize("name", ["duelfolio", "remember_token"])
def test_signing_out_ends_copies_of_the_cookie(app: Flask, account: MakeAccount, name: str) -> None:
    account()
    mine, other = app.test_client(), app.test_client()
    sign_in(mine, remember="y")
    sign_in(other)
    cookie = mine.get_cookie(name)
    assert cookie is not None
    thief = app.test_client()
    thief.set_cookie(name, cookie.value)
    assert thief.get("/profile").status_code == 200
    mine.post("/logout")
    late = app.test_client()
    late.set_cookie(name, cookie.value)
    assert (thief.get("/profile").status_code, late.get("/profile").status_code) == (302, 302)
    assert other.get("/profile").status_code == 200, "another sign-in of the same account goes on"


def test_a_sign_in_ends_after_sixty_days(client: FlaskClient, account: MakeAccount, monkeypatch: pytest.MonkeyPatch) -> None:
    account()
    monkeypatch.setattr(sessions.time, "time", lambda: real_time() - 61 * 86_400)
    sign_in(client)
    monkeypatch.undo()
    assert client.get("/profile").status_code == 302


def test_what_ended_long_ago_is_forgotten(app: Flask, database: Database, account: MakeAccount) -> None:
    user = account()
    with database.write() as session:
        session.add(EndedSession(key_hash="old", user_id=user.id, ended_at=now() - timedelta(days=61)))
        session.add(EndedSession(key_hash="young", user_id=user.id, ended_at=now() - timedelta(days=59)))
    mine = app.test_client()
    sign_in(mine)
    mine.post("/logout")
    with database.read() as session:
        left = set(session.scalars(select(EndedSession.key_hash)))
    assert "young" in left
    assert "old" not in left
    assert len(left) == 2


def test_signing_out_needs_a_post(client: FlaskClient) -> None:
    assert client.get("/logout").status_code == 405


def test_a_remembered_device_stays_signed_in_without_its_session(client: FlaskClient, account: MakeAccount) -> None:
    account()
    sign_in(client, remember="y")
    client.delete_cookie("duelfolio")
    assert client.get("/profile").status_code == 200


def test_without_the_tick_the_browser_forgets(client: FlaskClient, account: MakeAccount) -> None:
    account()
    sign_in(client)
    assert client.get_cookie("remember_token") is None


@pytest.mark.parametrize("remember", ["", "y"])
def test_sign_out_everywhere_reaches_every_device(app: Flask, account: MakeAccount, remember: str) -> None:
    account()
    phone, desk = app.test_client(), app.test_client()
    for device in (phone, desk):
        sign_in(device, **({"remember": remember} if remember else {}))
        assert device.get("/profile").status_code == 200
    assert phone.post("/profile/sessions/end").location == "/login"
    for device in (phone, desk):
        assert device.get("/profile").status_code == 302


def test_a_changed_password_signs_out_the_other_devices_only(app: Flask, account: MakeAccount) -> None:
    account()
    phone, desk = app.test_client(), app.test_client()
    sign_in(phone, remember="y")
    sign_in(desk)
    answer = desk.post("/profile/password", data={"current": PASSWORD, "new": "another fine sentence", "change_password": "1"})
    assert answer.status_code == 302
    assert desk.get("/profile").status_code == 200
    assert phone.get("/profile").status_code == 302
    assert sign_in(phone).status_code == 422
    assert sign_in(phone, password="another fine sentence").status_code == 302


def test_a_deactivated_account_loses_its_sessions_at_once(
    client: FlaskClient, database: Database, account: MakeAccount
) -> None:
    owner, user = account("Owner", owner=True), account("Marie")
    sign_in(client)
    with database.write() as session:
        people.deactivate(session, owner.id, user.id)
    assert client.get("/profile").status_code == 302


@pytest.mark.parametrize(
    "forged", ["", "1", "1:", ":mark", "x:y", "9" * 30 + ":m", "-1:m", "1:wrong", "²:m", "1:wrong:6a0.x", "1:m:zz.x", "1:m:"]
)
def test_a_forged_identity_is_nobody(client: FlaskClient, account: MakeAccount, forged: str) -> None:
    account()
    with client.session_transaction() as cookie:
        cookie["_user_id"] = forged
    assert client.get("/profile").status_code == 302


def test_a_cookie_signed_with_another_key_is_nothing(client: FlaskClient, account: MakeAccount) -> None:
    account()
    sign_in(client)
    cookie = client.get_cookie("duelfolio")
    assert cookie is not None
    client.set_cookie("duelfolio", cookie.value[:-3] + "AAA")
    assert client.get("/profile").status_code == 302


def test_cookies_are_closed_to_scripts_and_other_sites(client: FlaskClient, account: MakeAccount) -> None:
    account()
    cookies = sign_in(client, remember="y").headers.getlist("Set-Cookie")
    assert len(cookies) == 2
    assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie for cookie in cookies)


def test_the_account_language_wins_after_signing_in(client: FlaskClient, account: MakeAccount) -> None:
    account("Marie", locale="fr")
    client.post("/locale", data={"locale": "pt"})
    sign_in(client)
    assert 'lang="fr"' in client.get("/").text[:200]


def test_an_account_without_language_keeps_the_one_of_the_visit(client: FlaskClient, account: MakeAccount) -> None:
    account("Marie", locale=None)
    client.post("/locale", data={"locale": "pt"})
    sign_in(client)
    assert 'lang="pt"' in client.get("/").text[:200]


def test_ending_sessions_changes_the_mark(database: Database, account: MakeAccount) -> None:
    user = account()
    with database.write() as session:
        profile.end_sessions(session, user.id)
    assert fetch(database, user).session_mark != user.session_mark
