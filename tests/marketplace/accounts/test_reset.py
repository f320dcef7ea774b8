"""Getting back in without the password."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from marketplace.accounts import people, sign_in
from marketplace.accounts.models import User
from marketplace.accounts.password_links import HANDED_OVER_LIFETIME, RESET_LIFETIME, LinkVoid, PasswordLinks
from marketplace.accounts.passwords import PasswordKeeper
from marketplace.db import Database
from marketplace.jobs import Job
from tests.marketplace.accounts.conftest import PASSWORD, MakeAccount, fetch

NEW = "another fine sentence"


def test_a_link_sets_the_password_once_and_signs_in(
    app: Flask, client: FlaskClient, database: Database, account: MakeAccount, links: PasswordLinks
) -> None:
    user = account()
    elsewhere = app.test_client()
    elsewhere.post("/login", data={"email": user.email, "password": PASSWORD, "remember": "y"})
    link = f"/reset/{links.token(user)}"
    assert "marie@example.org" in client.get(link).text
    assert client.post(link, data={"password": NEW}).status_code == 302
    assert client.get("/profile").status_code == 200
    assert elsewhere.get("/profile").status_code == 302, "other devices must be signed out"
    assert client.post(link, data={"password": "third fine sentence"}).status_code == 410
    assert client.get(link).status_code == 410
    assert app.test_client().post("/login", data={"email": user.email, "password": NEW}).status_code == 302


def test_every_other_link_is_void_as_well(client: FlaskClient, account: MakeAccount, links: PasswordLinks) -> None:
    user = account()
    one, other = links.token(user), links.token(user, handed_over=True)
    assert client.post(f"/reset/{one}", data={"password": NEW}).status_code == 302
    assert client.get(f"/reset/{other}").status_code == 410


@pytest.mark.parametrize("change", ["password_hash", "session_mark", "email", "is_active_account"])
def test_a_link_is_void_once_the_account_changed(
    client: FlaskClient, database: Database, account: MakeAccount, links: PasswordLinks, change: str
) -> None:
    user = account()
    token = links.token(user)
    with database.write() as session:
        setattr(session.get_one(User, user.id), change, False if change == "is_active_account" else "changed")
    assert client.get(f"/reset/{token}").status_code == 410


@pytest.mark.parametrize(("handed_over", "lifetime"), [(False, RESET_LIFETIME), (True, HANDED_OVER_LIFETIME)])
def test_links_run_out(
    database: Database,
    account: MakeAccount,
    links: PasswordLinks,
    monkeypatch: pytest.MonkeyPatch,
    handed_over: bool,
    lifetime: timedelta,
) -> None:
    user = account()
    token = links.token(user, handed_over=handed_over)
    made = datetime.now(UTC).replace(microsecond=0)
    for moment, works in ((made + lifetime - timedelta(seconds=5), True), (made + lifetime + timedelta(seconds=5), False)):
        monkeypatch.setattr("marketplace.accounts.password_links.now", lambda moment=moment: moment)
        with database.write() as session:
            if works:
                assert links.account(session, token).id == user.id
            else:
                with pytest.raises(LinkVoid):
                    links.account(session, token)


@pytest.mark.parametrize("token", ["x", "a.b.c", "W10.aaaaaa.bbbbbb", "x" * 5000])
def test_a_made_up_link_is_void(client: FlaskClient, account: MakeAccount, token: str) -> None:
    account()
    assert client.get(f"/reset/{token}").status_code == 410


def test_a_link_signed_with_another_key_is_void(client: FlaskClient, account: MakeAccount) -> None:
    assert client.get(f"/reset/{PasswordLinks('another key').token(account())}").status_code == 410


def test_a_guessable_new_password_is_refused_and_the_link_still_works(
    client: FlaskClient, account: MakeAccount, links: PasswordLinks
) -> None:
    token = links.token(account())
    answer = client.post(f"/reset/{token}", data={"password": "password123"})
    assert answer.status_code == 422
    assert "among the first that are tried" in answer.text
    assert client.post(f"/reset/{token}", data={"password": NEW}).status_code == 302


def test_the_address_of_a_link_is_not_passed_on(client: FlaskClient, account: MakeAccount, links: PasswordLinks) -> None:
    page = client.get(f"/reset/{links.token(account())}")
    assert '<meta name="referrer" content="no-referrer">' in page.text


# --- asking for a link on a site without mail -------------------------------------------------------------------


def test_without_mail_the_request_waits_for_the_owner(
    app: Flask, client: FlaskClient, database: Database, account: MakeAccount
) -> None:
    owner, user = account("Owner", owner=True), account("Marie")
    answer = client.post("/forgot", data={"email": "Marie@example.org"})
    assert answer.status_code == 200
    assert "Now ask the owner" in answer.text
    assert fetch(database, user).reset_requested_at is not None
    with database.read() as session:
        assert [person.name for person in people.waiting_resets(session, owner.id)] == ["Marie"]

    desk = app.test_client()
    desk.post("/login", data={"email": "owner@example.org", "password": PASSWORD})
    assert "Waiting for a new password" in desk.get("/owner/people").text
    made = desk.post(f"/owner/people/{user.id}/link")
    page = desk.get(made.location).text
    link = page.split('id="made-link" value="http://localhost')[1].split('"')[0]
    assert client.post(link, data={"password": NEW}).status_code == 302
    assert fetch(database, user).reset_requested_at is None
    assert "Waiting for a new password" not in desk.get("/owner/people").text


def test_asking_answers_the_same_whether_the_account_exists(client: FlaskClient, account: MakeAccount) -> None:
    account("Owner", owner=True)
    account("Marie")
    answers = [client.post("/forgot", data={"email": email}) for email in ("marie@example.org", "nobody@example.org")]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].text.replace("marie@", "") == answers[1].text.replace("nobody@", "")


def test_by_mail_every_request_is_the_same_job(database: Database, account: MakeAccount) -> None:
    user = account()
    with database.write() as session:
        for email in (user.email, "nobody@example.org"):
            sign_in.request_reset(session, email=email, by_mail=True, locale="fr")
    with database.read() as session:
        jobs = session.scalars(select(Job).order_by(Job.id)).all()
    assert [(job.kind, job.payload["email"]) for job in jobs] == [
        (sign_in.RESET_MAIL, "marie@example.org"),
        (sign_in.RESET_MAIL, "nobody@example.org"),
    ]
    assert fetch(database, user).reset_requested_at is None


def test_asking_with_no_address_says_so(client: FlaskClient, account: MakeAccount) -> None:
    account("Owner", owner=True)
    answer = client.post("/forgot", data={"email": "marie"})
    assert answer.status_code == 422
    assert 'value="marie"' in answer.text


def test_choosing_a_password_ends_the_request(
    database: Database, account: MakeAccount, keeper: PasswordKeeper, links: PasswordLinks
) -> None:
    user = account()
    with database.write() as session:
        sign_in.request_reset(session, email=user.email, by_mail=False, locale="en")
        sign_in.choose_password(session, keeper, links, token=links.token(user), password=NEW)
    after = fetch(database, user)
    assert after.reset_requested_at is None
    assert keeper.verify(after.password_hash, NEW)
