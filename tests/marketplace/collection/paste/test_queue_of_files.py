"""Rows of imported files wait in the same queue as lines of pasted lists."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from marketplace.accounts.models import User
from marketplace.collection import batches, queueing
from marketplace.db import Database
from tests.factories import accounts
from tests.marketplace.collection.paste.test_pages import copies, row_id, words

FILE = """"sep=,"
Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Rarity,Price Bought,Date Bought
Binder,1,0,Penguin Soldier,SDJ,Starter Deck: Joey,SDJ-022,NearMint,Unlimited,English,Super Rare,0,2024-01-02
Binder,2,0,Elemental HERO Shining Flare Wingman,EEN,Elemental Energy,EEN-FR036,NearMint,Unlimited,French,,0,2024-01-02
Binder,1,0,Zxyqqw Vvrrm,QQQ,Nothing,QQQ-EN001,NearMint,Unlimited,English,Common,0,2024-01-02
"""


@pytest.fixture
def user(starter_app: Flask, starter_database: Database) -> User:
    with starter_app.test_request_context(), starter_database.write() as session:
        user = accounts.user(session)
        batch = batches.start(session, user.id, FILE.encode(), "cards.csv", background=False)
        batches.apply(session, user.id, batch.id, only_good=True)
        session.refresh(user)
        return user


@pytest.fixture
def browser(starter_app: Flask, user: User, log_in: Callable[[FlaskClient, object], None]) -> FlaskClient:
    client = starter_app.test_client()
    log_in(client, user)
    return client


def test_rows_of_a_file_are_answered_in_the_queue(browser: FlaskClient, starter_database: Database) -> None:
    assert copies(starter_database) == 1
    page = browser.get("/collection/queue")
    assert page.status_code == 200
    assert "2 lines wait for your answer" in words(page)
    assert "cards.csv" in words(page)
    hero = row_id(starter_database, "Binder | 2")
    choice = re.search(rf'name="printing-{hero}" value="(\d+)"[^>]*>Ultimate Rare', page.text)
    assert choice is not None
    assert browser.post(f"/collection/queue/{hero}/answer", data={f"printing-{hero}": choice[1]}).status_code == 303
    assert copies(starter_database) == 3
    assert "1 line waits for your answer" in words(browser.get("/collection/queue"))


def test_a_row_is_left_out_and_brought_back(browser: FlaskClient, starter_database: Database, user: User) -> None:
    unknown = row_id(starter_database, "Binder | 1 | 0 | Zxyqqw")
    browser.post(f"/collection/queue/{unknown}/discard")
    with starter_database.read() as session:
        assert queueing.waiting(session, user.id)[1] == 1
    browser.post(f"/collection/queue/{unknown}/restore")
    with starter_database.read() as session:
        assert queueing.waiting(session, user.id)[1] == 2


def test_a_row_of_a_file_cannot_be_typed_anew(browser: FlaskClient, starter_database: Database) -> None:
    unknown = row_id(starter_database, "Binder | 1 | 0 | Zxyqqw")
    answer = browser.post(f"/collection/queue/{unknown}/text", data={"text": "Penguin Soldier (SDJ-022)"})
    assert answer.status_code == 422
    assert "A row of a file cannot be typed anew" in words(answer)
