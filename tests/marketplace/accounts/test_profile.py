"""What people change about themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.accounts import profile
from marketplace.accounts.countries import countries, country_name, is_country
from marketplace.accounts.models import User
from marketplace.collection.models import Place, Stack
from marketplace.db import Database
from tests.factories import catalogue
from tests.marketplace.accounts.conftest import PASSWORD, MakeAccount, fetch

NEW = "another fine sentence"


@pytest.fixture
def marie(client: FlaskClient, account: MakeAccount, log_in: Callable[[FlaskClient, object], None]) -> User:
    """Marie, signed in; somebody else owns the site."""
    account("Owner", owner=True)
    user = account("Marie")
    log_in(client, user)
    return user


def change(client: FlaskClient, **values: str):  # type: ignore[no-untyped-def]
    return client.post("/profile", data={"name": "Marie", "country": "", "locale": "", "about": "", **values})


def test_the_profile_is_kept(client: FlaskClient, database: Database, marie: User) -> None:
    answer = change(client, name="Marie D.", country="FR", locale="pt", about="Old French prints.\r\nLyon")
    assert answer.status_code == 302
    after = fetch(database, marie)
    assert (after.name, after.name_folded, after.country, after.locale) == ("Marie D.", "maried", "FR", "pt")
    assert after.about == "Old French prints.\nLyon"
    page = client.get("/profile").text
    assert 'lang="pt"' in page[:200]
    assert "França" in page, "countries stand in the reader's language"


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": "Owner"}, "name"),
        ({"name": "ówner"}, "name"),
        ({"name": ""}, "name"),
        ({"country": "XX"}, "country"),
        ({"locale": "tlh"}, "locale"),
        ({"about": "x" * 2001}, "about"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_with_nothing_lost(
    client: FlaskClient, database: Database, marie: User, values: dict[str, str], field: str
) -> None:
    answer = change(client, **{"about": "typed with care", **values})
    assert answer.status_code == 422
    assert f'href="#{field}"' in answer.text
    assert values.get("about", "typed with care") in answer.text
    after = fetch(database, marie)
    assert (after.name, after.about, after.country) == ("Marie", "", None)


def test_keeping_ones_own_name_in_another_case_is_fine(client: FlaskClient, database: Database, marie: User) -> None:
    assert change(client, name="MARIE").status_code == 302
    assert fetch(database, marie).name == "MARIE"


def test_text_about_oneself_is_shown_as_text(client: FlaskClient, marie: User) -> None:
    change(client, about="<script>alert(1)</script>")
    page = client.get("/profile").text
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_new_address_needs_the_password(client: FlaskClient, database: Database, marie: User) -> None:
    form = {"email": "Marie@New.Example.org", "change_email": "1"}
    wrong = client.post("/profile/password", data={**form, "password": "wrong password"})
    assert wrong.status_code == 422
    assert "This is not your password." in wrong.text
    assert 'value="Marie@New.Example.org"' in wrong.text
    assert fetch(database, marie).email == "marie@example.org"
    assert client.post("/profile/password", data={**form, "password": PASSWORD}).status_code == 302
    assert fetch(database, marie).email == "marie@new.example.org"


def test_an_address_somebody_has_is_refused(client: FlaskClient, database: Database, marie: User) -> None:
    answer = client.post("/profile/password", data={"email": "owner@example.org", "password": PASSWORD, "change_email": "1"})
    assert answer.status_code == 422
    assert "There is an account with this address already" in answer.text


@pytest.mark.parametrize(
    ("current", "new", "words"),
    [
        ("wrong password", NEW, "This is not your password."),
        (PASSWORD, PASSWORD, "This is the password you have now."),
        (PASSWORD, "short", "Use at least 8 characters"),
        (PASSWORD, "Marie", "Use at least 8 characters"),
        ("", NEW, "Please fill this in."),
    ],
)
def test_the_password_changes_only_by_the_rules(
    client: FlaskClient, database: Database, marie: User, current: str, new: str, words: str
) -> None:
    answer = client.post("/profile/password", data={"current": current, "new": new, "change_password": "1"})
    assert answer.status_code == 422
    assert words in answer.text
    assert fetch(database, marie).password_hash == marie.password_hash


def test_one_form_of_the_page_does_not_complain_for_the_other(client: FlaskClient, marie: User) -> None:
    answer = client.post("/profile/password", data={"current": PASSWORD, "new": "short", "change_password": "1"})
    assert answer.text.count('class="form-errors"') == 1
    assert client.post("/profile/password", data={}).status_code == 422


@pytest.mark.parametrize("path", ["/profile", "/profile/password", "/profile/delete"])
def test_these_pages_are_for_those_signed_in(app: Flask, path: str) -> None:
    assert app.test_client().get(path).location == f"/login?next={path}"


def test_the_language_of_the_frame_is_kept_in_the_account(client: FlaskClient, database: Database, marie: User) -> None:
    client.post("/locale", data={"locale": "fr"})
    assert fetch(database, marie).locale == "fr"


# --- leaving ----------------------------------------------------------------------------------------------------


def own_cards(session: Session, user: User) -> None:
    printing = catalogue.printing(session)
    custom = catalogue.card(session, "Typed by a collector", added_by_id=user.id)
    own = catalogue.printing(session, "XXX-001", of=custom)
    own.added_by_id = user.id
    place = Place(user_id=user.id, kind="binder", name="Binder", name_folded="binder")
    session.add(place)
    session.flush()
    for number, of in enumerate((printing, own)):
        session.add(
            Stack(
                user_id=user.id,
                printing_id=of.id,
                language="en",
                quantity=2,
                merge_key=f"{user.id}-{number}",
                place_id=place.id,
            )
        )
    session.flush()


def test_leaving_takes_everything_of_ones_own_and_nothing_else(
    client: FlaskClient, database: Database, marie: User, account: MakeAccount
) -> None:
    other = account("Paul")
    with database.write() as session:
        own_cards(session, marie)
        own_cards(session, other)
    told: list[int] = []
    profile.before_deletion.append(lambda _session, user_id: told.append(user_id))
    try:
        answer = client.post("/profile/delete", data={"password": PASSWORD, "sure": "y"})
    finally:
        profile.before_deletion.pop()
    assert answer.location == "/"
    assert told == [marie.id]
    assert "Your account is deleted" in client.get("/").text
    with database.read() as session:
        assert session.get(User, marie.id) is None
        for table in (Stack, Place):
            owners = session.execute(select(table.user_id, func.count()).group_by(table.user_id)).all()
            assert [owner for owner, _count in owners] == [other.id]
    assert client.get("/profile").status_code == 302


@pytest.mark.parametrize("data", [{"password": "wrong password", "sure": "y"}, {"password": PASSWORD}, {}])
def test_leaving_needs_the_password_and_the_tick(
    client: FlaskClient, database: Database, marie: User, data: dict[str, str]
) -> None:
    assert client.post("/profile/delete", data=data).status_code == 422
    assert fetch(database, marie).name == "Marie"


def test_the_last_owner_stays(app: Flask, database: Database, account: MakeAccount) -> None:
    owner = account("Owner", owner=True)
    client = app.test_client()
    client.post("/login", data={"email": owner.email, "password": PASSWORD})
    answer = client.post("/profile/delete", data={"password": PASSWORD, "sure": "y"})
    assert answer.status_code == 422
    assert "only owner of this site" in answer.text
    assert fetch(database, owner).is_owner


def test_the_page_says_what_goes(client: FlaskClient, marie: User) -> None:
    page = client.get("/profile/delete").text
    for words in ("your whole collection", "for good", "Backups the owner made before"):
        assert words in page


# --- countries --------------------------------------------------------------------------------------------------


def test_countries_are_in_the_readers_language_and_order() -> None:
    french = dict(countries("fr"))
    assert french["DE"] == "Allemagne"
    assert dict(countries("pt"))["DE"] == "Alemanha"
    names = [name for _code, name in countries("fr")]
    assert names.index("Égypte") < names.index("Espagne") < names.index("Estonie")
    assert 240 < len(french) < 260


def test_only_countries_are_countries() -> None:
    assert is_country("FR")
    assert not any(is_country(code) for code in ("EU", "ZZ", "UN", "fr", "", "001"))
    assert country_name(None, "fr") == ""
    assert country_name("PT", "fr") == "Portugal"
