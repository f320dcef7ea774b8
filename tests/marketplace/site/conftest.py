"""People who look at the site's own pages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from marketplace.accounts import sign_up
from marketplace.accounts.models import User
from marketplace.db import Database

PASSWORD = "three blue eyes"

Enter = Callable[..., tuple[FlaskClient, User]]


@pytest.fixture
def enter(app: Flask, database: Database, log_in: Callable[[FlaskClient, object], None]) -> Enter:
    """``enter("Marie", owner=True)``: a browser in which a new account is signed in, and the account."""

    def make(name: str = "Marie", *, owner: bool = False) -> tuple[FlaskClient, User]:
        keeper = app.extensions["accounts_keeper"]
        with app.app_context(), database.write() as session:
            user = sign_up.create_account(session, email=f"{name.lower()}@example.org", name=name, is_owner=owner)
            user.password_hash, user.locale = keeper.hash(PASSWORD), "en"
        client = app.test_client()
        log_in(client, user)
        return client, user

    return make
