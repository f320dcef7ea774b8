"""Three members who may write to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from tests.factories import accounts


@pytest.fixture
def words(app: Flask) -> Iterator[None]:
    """Services word things: they run in English here. Not for tests that visit pages, which have contexts of their own."""
    with app.test_request_context():
        yield


@pytest.fixture
def yugi(session: Session) -> User:
    return _member(session, "Yugi")


@pytest.fixture
def kaiba(session: Session) -> User:
    return _member(session, "Kaiba")


@pytest.fixture
def joey(session: Session) -> User:
    return _member(session, "Joey")


def _member(session: Session, name: str) -> User:
    user = accounts.user(session, name)
    session.commit()
    return user


@pytest.fixture
def visit(app: Flask, log_in: Callable[[FlaskClient, object], None]) -> Callable[[User], FlaskClient]:
    """``visit(user)``: a browser in which that person is signed in."""

    def visit(user: User) -> FlaskClient:
        client = app.test_client()
        log_in(client, user)
        return client

    return visit
