"""Accounts with passwords, and the site with its limits switched on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from marketplace.accounts import sign_up
from marketplace.accounts.models import User
from marketplace.accounts.password_links import PasswordLinks
from marketplace.accounts.passwords import PasswordKeeper
from marketplace.accounts.site_settings import SIGN_UP_MODE, SiteSetting
from marketplace.db import Database
from marketplace.extensions import limiter

PASSWORD = "three blue eyes"

MakeAccount = Callable[..., User]


@pytest.fixture
def keeper(app: Flask) -> PasswordKeeper:
    found = app.extensions["accounts_keeper"]
    assert isinstance(found, PasswordKeeper)
    return found


@pytest.fixture
def links(app: Flask) -> PasswordLinks:
    return PasswordLinks(app.config["SECRET_KEY"])


@pytest.fixture
def account(app: Flask, database: Database, keeper: PasswordKeeper) -> MakeAccount:
    """``account("Marie", owner=True)``: a committed account whose password is ``PASSWORD``."""

    def make(name: str = "Marie", *, owner: bool = False, locale: str | None = "en") -> User:
        with app.app_context(), database.write() as session:
            user = sign_up.create_account(session, email=f"{name.lower()}@example.org", name=name, is_owner=owner)
            user.password_hash = keeper.hash(PASSWORD)
            user.locale = locale
        return user

    return make


@pytest.fixture
def open_door(database: Database) -> None:
    """Anybody may sign up."""
    with database.write() as session:
        session.merge(SiteSetting(key=SIGN_UP_MODE, value="open"))


@pytest.fixture
def limited(app: Flask) -> Iterator[FlaskClient]:
    """A visitor of the site with rate limits in force (other tests run without)."""
    app.config["RATELIMIT_ENABLED"] = True
    limiter.enabled = True
    limiter.init_app(app)
    limiter.reset()
    yield app.test_client()
    limiter.reset()
    limiter.enabled = False


def fetch(database: Database, user: User) -> User:
    """The account as the database has it now."""
    with database.read() as session:
        found = session.get(User, user.id)
    assert found is not None
    return found
