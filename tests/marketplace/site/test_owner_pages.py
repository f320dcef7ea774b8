"""The owner's pages: overview, people, links, settings."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from marketplace.accounts import invitations
from marketplace.accounts.models import User
from marketplace.accounts.site_settings import DAILY_BACKUP, SIGN_UP_MODE, setting
from marketplace.collection import photo_jobs
from marketplace.db import Database, now
from marketplace.jobs import Job, enqueue
from tests.factories import catalogue, collection
from tests.marketplace.site.conftest import PASSWORD, Enter


@pytest.fixture
def owner(enter: Enter) -> FlaskClient:
    return enter("Owner", owner=True)[0]


def person(database: Database, name: str) -> User:
    with database.read() as session:
        return session.query(User).filter_by(name=name).one()


def link_on(page: str) -> str:
    found = re.search(r'id="made-link" value="([^"]+)"', page)
    assert found
    return html.unescape(found[1])


def test_the_overview_counts_everything(database: Database, owner: FlaskClient, enter: Enter) -> None:
    _client, marie = enter("Marie")
    with database.write() as session:
        collection.stack(session, marie, catalogue.printing(session), quantity=1234)
        job = enqueue(session, "site.test_mail", {})
        job.state, job.error = "failed", "The mail could not be sent: 550 no"
    page = owner.get("/owner").text
    for words in (
        "1,234",
        "by 1 collector",
        "There is no backup yet",
        "join by invitation",
        "failed: 1",
        "The mail could not be sent: 550 no",
    ):
        assert words in page, words


def test_the_overview_names_those_who_wait(database: Database, owner: FlaskClient, enter: Enter) -> None:
    client, _marie = enter("Marie")
    client.post("/forgot", data={"email": "marie@example.org"})
    assert "1 person waits for a new password" in owner.get("/owner").text


# --- invitations ------------------------------------------------------------------------------------------------


def test_an_invitation_link_is_shown_once_with_its_code(app: Flask, database: Database, owner: FlaskClient) -> None:
    made = owner.post("/owner/people/invite", data={"uses": "2", "days": "7", "note": "the club"})
    assert made.location == "/owner/people/link"
    page = owner.get(made.location).text
    link = link_on(page)
    assert link.startswith("http://localhost/join/")
    assert "It lets 2 people create an account." in page
    assert "<svg" in page.split('class="qr-figure"')[1]
    assert 'class="qr"' in page
    again = owner.get("/owner/people/link", follow_redirects=True).text
    assert "A link is shown only once" in again
    assert link.rsplit("/", 1)[1] not in again
    assert "the club" in again
    visitor = app.test_client()
    assert visitor.get(link.removeprefix("http://localhost")).status_code == 200


@pytest.mark.parametrize(
    "data", [{"uses": "0", "days": "7"}, {"uses": "101", "days": "7"}, {"uses": "x", "days": "7"}, {"uses": "1", "days": "999"}]
)
def test_an_invitation_that_cannot_be_is_refused_with_what_was_typed(owner: FlaskClient, data: dict[str, str]) -> None:
    answer = owner.post("/owner/people/invite", data={**data, "note": "typed with care"})
    assert answer.status_code == 422
    assert 'class="form-errors"' in answer.text
    assert "typed with care" in answer.text


def test_a_withdrawn_invitation_leaves_the_list(app: Flask, database: Database, owner: FlaskClient) -> None:
    with database.write() as session:
        made, token = invitations.invite(session, session.query(User).one().id, note="friends of Seto")
    assert "friends of Seto" in owner.get("/owner/people").text
    assert owner.post(f"/owner/people/invitations/{made.id}/revoke").status_code == 302
    assert "friends of Seto" not in owner.get("/owner/people").text
    assert app.test_client().get(f"/join/{token}").status_code == 410


def test_a_link_made_at_the_machine_itself_works_in_the_network(
    app: Flask, owner: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    app.config["SETTINGS"] = replace(app.config["SETTINGS"], public_url="")
    app.config["SERVES_NETWORK"] = True
    monkeypatch.setattr("marketplace.accounts.routes.edge.lan_address", lambda: "192.168.1.20")
    for host, expected in (("localhost:8000", "http://192.168.1.20:8000/join/"), ("cards.lan", "http://cards.lan/join/")):
        owner.post("/owner/people/invite", data={"uses": "1", "days": "7"})
        with owner.session_transaction() as cookie:
            kept = cookie["link_to_hand_over"]
        with app.test_request_context("/", base_url=f"http://{host}"):
            from marketplace.accounts.routes.edge import absolute

            assert absolute(kept["path"]).startswith(expected)


# --- people -----------------------------------------------------------------------------------------------------


def test_people_are_listed_and_found(owner: FlaskClient, enter: Enter) -> None:
    enter("Marie")
    enter("Paul")
    page = owner.get("/owner/people").text
    assert page.index("owner@example.org") < page.index("marie@example.org") < page.index("paul@example.org")
    found = owner.get("/owner/people?q=PAUL").text
    assert "paul@example.org" in found
    assert "marie@example.org" not in found
    assert "Nobody found" in owner.get("/owner/people?q=zzz").text
    assert owner.get("/owner/people?page=x").status_code == 200


def test_a_link_handed_over_opens_the_account(app: Flask, database: Database, owner: FlaskClient, enter: Enter) -> None:
    enter("Marie")
    made = owner.post(f"/owner/people/{person(database, 'Marie').id}/link")
    page = owner.get(made.location).text
    assert "Link for Marie" in page
    visitor = app.test_client()
    answer = visitor.post(link_on(page).removeprefix("http://localhost"), data={"password": "another fine sentence"})
    assert answer.status_code == 302
    assert "Hello, Marie" in visitor.get("/").text


def test_an_owner_is_made_and_unmade(database: Database, owner: FlaskClient, enter: Enter) -> None:
    marie, user = enter("Marie")
    assert marie.get("/owner").status_code == 403
    owner.post(f"/owner/people/{user.id}/make-owner")
    assert marie.get("/owner").status_code == 200
    answer = marie.post(f"/owner/people/{person(database, 'Owner').id}/end-ownership")
    assert answer.location == "/owner/people"
    assert owner.get("/owner").status_code == 403
    last = marie.post(f"/owner/people/{user.id}/end-ownership")
    assert last.status_code == 422
    assert "A site needs an owner" in last.text
    assert person(database, "Marie").is_owner


def test_deactivated_and_back(app: Flask, database: Database, owner: FlaskClient, enter: Enter) -> None:
    marie, user = enter("Marie")
    owner.post(f"/owner/people/{user.id}/deactivate")
    assert marie.get("/profile").status_code == 302
    assert "deactivated" in owner.get("/owner/people").text
    assert owner.post(f"/owner/people/{user.id}/link").status_code == 422
    owner.post(f"/owner/people/{user.id}/reactivate")
    again = app.test_client().post("/login", data={"email": "marie@example.org", "password": PASSWORD})
    assert again.status_code == 302


def test_a_request_is_put_aside(database: Database, owner: FlaskClient, enter: Enter) -> None:
    client, user = enter("Marie")
    client.post("/forgot", data={"email": "marie@example.org"})
    assert "Waiting for a new password" in owner.get("/owner/people").text
    owner.post(f"/owner/people/{user.id}/dismiss")
    assert "Waiting for a new password" not in owner.get("/owner/people").text


@pytest.mark.parametrize("act", ["link", "dismiss", "make-owner", "end-ownership", "deactivate", "reactivate"])
def test_an_unknown_person_is_not_found(owner: FlaskClient, act: str) -> None:
    assert owner.post(f"/owner/people/987654/{act}").status_code == 404


def test_a_name_cannot_bring_markup_into_the_page(database: Database, owner: FlaskClient, enter: Enter) -> None:
    _client, user = enter("Marie")
    with database.write() as session:
        session.get_one(User, user.id).name = "<b>Bold</b>"
    page = owner.get("/owner/people").text
    assert "<b>Bold" not in page
    assert "&lt;b&gt;Bold" in page


# --- settings ---------------------------------------------------------------------------------------------------


def test_settings_are_kept(database: Database, owner: FlaskClient) -> None:
    page = owner.get("/owner/settings").text
    assert re.search(r'value="invitation"[^>]* checked', page)
    assert owner.post("/owner/settings", data={"sign_up": "open"}).status_code == 302
    with database.read() as session:
        assert setting(session, SIGN_UP_MODE) == "open"
        assert setting(session, DAILY_BACKUP) == "no"
    assert re.search(r'value="open"[^>]* checked', owner.get("/owner/settings").text)


def test_a_setting_not_offered_is_refused(database: Database, owner: FlaskClient) -> None:
    assert owner.post("/owner/settings", data={"sign_up": "sometimes", "daily_backup": "y"}).status_code == 422
    with database.read() as session:
        assert setting(session, SIGN_UP_MODE) == "invitation"


# --- departures -------------------------------------------------------------------------------------------------


def test_the_photos_of_somebody_who_left_are_swept(app: Flask, database: Database, owner: FlaskClient, enter: Enter) -> None:
    client, _user = enter("Marie")
    assert client.post("/profile/delete", data={"password": PASSWORD, "sure": "y"}).location == "/"
    with database.read() as session:
        job = session.query(Job).filter_by(kind=photo_jobs.KIND).one()
    assert job.state == "queued"
    assert job.lease_until is not None
    assert job.lease_until > now()
