"""Who may create an account, and that it is made exactly once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from marketplace.accounts import invitations
from marketplace.accounts.models import Invitation, User
from marketplace.accounts.site_settings import SIGN_UP_MODE, SiteSetting
from marketplace.db import Database
from tests.marketplace.accounts.conftest import PASSWORD, MakeAccount

FORM = {"name": "Marie", "email": "marie@example.org", "password": PASSWORD}


def owner_token(database: Database) -> str:
    with database.write() as session:
        token = invitations.owner_link_token(session)
    assert token
    return token


def set_mode(database: Database, mode: str) -> None:
    with database.write() as session:
        session.merge(SiteSetting(key=SIGN_UP_MODE, value=mode))


def people(database: Database) -> list[User]:
    with database.read() as session:
        return list(session.scalars(select(User).order_by(User.id)))


def test_the_first_link_makes_the_owner_once(app: Flask, client: FlaskClient, database: Database) -> None:
    token = owner_token(database)
    assert b"about to be yours" in client.get(f"/join/{token}").data
    answer = client.post(f"/join/{token}", data=FORM)
    assert answer.status_code == 302
    assert answer.location == "/"
    home = client.get("/").text
    assert "Four ways to fill it" in home
    assert "This site is yours</" in home, "a notice that stays, besides the greeting"
    assert 'href="/owner"' in home.split("<main")[1]
    assert client.get("/owner").status_code == 200
    (user,) = people(database)
    assert user.is_owner

    second = app.test_client()
    assert second.get(f"/join/{token}").status_code == 410
    assert second.post(f"/join/{token}", data={**FORM, "name": "Eve", "email": "eve@example.org"}).status_code == 410
    assert len(people(database)) == 1


def test_a_new_start_voids_the_link_of_the_one_before(client: FlaskClient, database: Database) -> None:
    old = owner_token(database)
    new = owner_token(database)
    assert client.get(f"/join/{old}").status_code == 410
    assert client.get(f"/join/{new}").status_code == 200
    with database.read() as session:
        assert session.scalar(select(func.count()).select_from(Invitation)) == 1


def test_a_site_with_an_owner_gives_no_owner_link(database: Database, account: MakeAccount) -> None:
    token = owner_token(database)
    account("Owner", owner=True)
    with database.write() as session:
        assert invitations.owner_link_token(session) is None
    with database.read() as session, pytest.raises(invitations.InvitationVoid):
        invitations.find_open(session, token)


def test_an_owner_link_opened_before_somebody_else_became_owner_is_void(
    database: Database, client: FlaskClient, account: MakeAccount
) -> None:
    token = owner_token(database)
    account("Owner", owner=True)
    assert client.post(f"/join/{token}", data=FORM).status_code == 410
    assert [user.name for user in people(database)] == ["Owner"]


def test_ten_people_with_the_first_link_at_once_make_one_owner(app: Flask, database: Database) -> None:
    token = owner_token(database)
    together = threading.Barrier(10)

    def join(number: int) -> int:
        client = app.test_client()
        together.wait()
        return client.post(
            f"/join/{token}", data={"name": f"Person {number}", "email": f"p{number}@example.org", "password": PASSWORD}
        ).status_code

    with ThreadPoolExecutor(10) as pool:
        answers = sorted(pool.map(join, range(10)))
    assert answers == [302] + [410] * 9
    assert [user.is_owner for user in people(database)] == [True]


@pytest.mark.parametrize("same", ["email", "name"])
def test_ten_sign_ups_with_one_address_or_name_at_once_make_one_account(
    app: Flask, database: Database, account: MakeAccount, open_door: None, same: str
) -> None:
    account("Owner", owner=True)
    together = threading.Barrier(10)

    def join(number: int) -> tuple[int, str]:
        client = app.test_client()
        own = {"name": f"Person {number}", "email": f"p{number}@example.org", "password": PASSWORD}
        together.wait()
        answer = client.post("/signup", data={**own, same: FORM[same]})
        return answer.status_code, answer.text

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(join, range(10)))
    assert sorted(status for status, _text in answers) == [302] + [422] * 9
    words = "There is an account with this address already" if same == "email" else "Somebody has this name"
    assert all(words in text for status, text in answers if status == 422)
    assert len(people(database)) == 2


def test_an_invitation_counts_its_uses_even_when_all_come_at_once(app: Flask, database: Database, account: MakeAccount) -> None:
    owner = account("Owner", owner=True)
    with database.write() as session:
        _made, token = invitations.invite(session, owner.id, uses=3)
    together = threading.Barrier(8)

    def join(number: int) -> int:
        client = app.test_client()
        together.wait()
        return client.post(
            f"/join/{token}", data={"name": f"Person {number}", "email": f"p{number}@example.org", "password": PASSWORD}
        ).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(join, range(8))) == [302] * 3 + [410] * 5
    assert len(people(database)) == 4


def test_a_refused_form_keeps_what_was_typed_and_does_not_use_the_invitation_up(
    client: FlaskClient, database: Database, account: MakeAccount
) -> None:
    owner = account("Owner", owner=True)
    with database.write() as session:
        _made, token = invitations.invite(session, owner.id)
    answer = client.post(f"/join/{token}", data={"name": "owner", "email": "new@example.org", "password": PASSWORD})
    assert answer.status_code == 422
    assert "Somebody has this name" in answer.text
    assert 'value="new@example.org"' in answer.text
    assert PASSWORD not in answer.text
    assert client.post(f"/join/{token}", data={**FORM}).status_code == 302


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "Please fill this in."),
        ("name", "Y\u200bugi", "cannot be seen"),
        ("email", "marie", "This is not an e-mail address"),
        ("password", "short", "Use at least 8 characters"),
        ("password", "password123", "among the first that are tried"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    client: FlaskClient, database: Database, account: MakeAccount, open_door: None, field: str, value: str, words: str
) -> None:
    account("Owner", owner=True)
    answer = client.post("/signup", data={**FORM, field: value})
    assert answer.status_code == 422
    assert words in answer.text
    assert f'href="#{field}"' in answer.text
    assert len(people(database)) == 1


@pytest.mark.parametrize(("mode", "words"), [("invitation", "By invitation"), ("closed", "takes no new members")])
def test_the_door_stays_shut(client: FlaskClient, database: Database, account: MakeAccount, mode: str, words: str) -> None:
    account("Owner", owner=True)
    set_mode(database, mode)
    assert words in client.get("/signup").text
    assert client.post("/signup", data=FORM).status_code == 403
    assert len(people(database)) == 1


def test_by_invitation_is_how_a_site_begins(client: FlaskClient, account: MakeAccount) -> None:
    account("Owner", owner=True)
    assert "By invitation" in client.get("/signup").text


def test_a_site_without_owner_lets_nobody_in_even_when_open(client: FlaskClient, database: Database, open_door: None) -> None:
    assert "has no owner yet" in client.get("/signup").text
    assert client.post("/signup", data=FORM).status_code == 403
    assert people(database) == []


def test_an_open_site_welcomes_with_the_language_in_use(
    client: FlaskClient, database: Database, account: MakeAccount, open_door: None
) -> None:
    account("Owner", owner=True)
    client.post("/locale", data={"locale": "fr"})
    assert client.post("/signup", data=FORM).status_code == 302
    newcomer = people(database)[-1]
    assert newcomer.locale == "fr"
    assert not newcomer.is_owner
    assert str(newcomer.password_hash).startswith("$argon2id$")


def test_a_closed_site_honours_no_invitation(client: FlaskClient, database: Database, account: MakeAccount) -> None:
    owner = account("Owner", owner=True)
    with database.write() as session:
        _made, token = invitations.invite(session, owner.id)
    set_mode(database, "closed")
    answer = client.post(f"/join/{token}", data=FORM)
    assert answer.status_code == 422
    assert "takes no new members" in answer.text
    set_mode(database, "invitation")
    assert client.post(f"/join/{token}", data=FORM).status_code == 302


def test_somebody_signed_in_does_not_use_an_invitation_up(
    client: FlaskClient, database: Database, account: MakeAccount
) -> None:
    owner = account("Owner", owner=True)
    with database.write() as session:
        _made, token = invitations.invite(session, owner.id)
    client.post("/login", data={"email": "owner@example.org", "password": PASSWORD})
    assert client.post(f"/join/{token}", data=FORM).status_code == 302
    assert len(people(database)) == 1
    with database.read() as session:
        assert invitations.find_open(session, token).uses_left == 1
