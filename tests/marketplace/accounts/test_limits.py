"""Guessing is slow: per address and per account, in memory and in Redis."""

from __future__ import annotations

import os
import socket
import uuid
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from marketplace.extensions import limiter
from tests.marketplace.accounts.conftest import PASSWORD, MakeAccount

REDIS = os.environ.get("DUELFOLIO_TEST_REDIS", "redis://127.0.0.1:6379/0")


def attempts(client: FlaskClient, count: int, email: str = "marie@example.org", address: str = "192.0.2.7") -> list[int]:
    return [
        client.post(
            "/login", data={"email": email, "password": f"wrong password {number}"}, environ_base={"REMOTE_ADDR": address}
        ).status_code
        for number in range(count)
    ]


def test_ten_wrong_passwords_for_one_account_are_enough_from_wherever(limited: FlaskClient, account: MakeAccount) -> None:
    account()
    for number in range(10):
        assert attempts(limited, 1, address=f"192.0.2.{number}") == [422]
    assert attempts(limited, 1, address="198.51.100.1") == [429]
    assert attempts(limited, 1, email="MARIE@example.org ", address="198.51.100.1") == [429]
    assert attempts(limited, 1, email="paul@example.org", address="198.51.100.1") == [422]


def test_accounts_that_do_not_exist_are_limited_alike(limited: FlaskClient) -> None:
    assert attempts(limited, 11, email="nobody@example.org") == [422] * 10 + [429]


def test_one_address_cannot_try_many_accounts(limited: FlaskClient) -> None:
    answers = [attempts(limited, 1, email=f"person{number}@example.org")[0] for number in range(21)]
    assert answers == [422] * 20 + [429]
    assert attempts(limited, 1, email="other@example.org", address="192.0.2.8") == [422]


def test_the_answer_says_what_to_do(limited: FlaskClient) -> None:
    attempts(limited, 10, email="nobody@example.org")
    answer = limited.post("/login", data={"email": "nobody@example.org", "password": "x"})
    assert answer.status_code == 429
    assert "Too many attempts" in answer.text


def test_signing_in_rightly_counts_for_nothing(app: Flask, limited: FlaskClient, account: MakeAccount) -> None:
    account()
    for _ in range(25):
        assert app.test_client().post("/login", data={"email": "marie@example.org", "password": PASSWORD}).status_code == 302


def test_looking_at_the_form_counts_for_nothing(limited: FlaskClient) -> None:
    assert {limited.get("/login").status_code for _ in range(30)} == {200}


def test_asking_for_links_is_limited(limited: FlaskClient, account: MakeAccount) -> None:
    account("Owner", owner=True)
    answers = [limited.post("/forgot", data={"email": "marie@example.org"}).status_code for _ in range(5)]
    assert answers == [200] * 4 + [429]


def test_links_cannot_be_guessed_by_the_thousand(limited: FlaskClient) -> None:
    answers = [limited.post(f"/reset/{number}", data={"password": PASSWORD}).status_code for number in range(21)]
    assert answers == [410] * 20 + [429]


def test_an_open_browser_is_no_place_for_guessing(limited: FlaskClient, account: MakeAccount) -> None:
    account()
    limited.post("/login", data={"email": "marie@example.org", "password": PASSWORD})
    form = {"new": "another fine sentence", "change_password": "1"}
    answers = [
        limited.post("/profile/password", data={**form, "current": f"guess {number}"}).status_code for number in range(16)
    ]
    assert answers == [422] * 15 + [429]


@pytest.fixture
def shared(app: Flask) -> Iterator[list[FlaskClient]]:
    """Two visitors whose requests are counted in Redis."""
    redis = pytest.importorskip("redis")
    try:
        redis.Redis.from_url(REDIS, socket_connect_timeout=1).ping()
    except redis.RedisError:
        pytest.skip("no Redis answers")
    app.config.update(RATELIMIT_ENABLED=True, RATELIMIT_STORAGE_URI=REDIS, RATELIMIT_KEY_PREFIX=uuid.uuid4().hex)
    before = limiter._storage_uri
    limiter.enabled, limiter._storage_uri = True, REDIS
    limiter.init_app(app)
    yield [app.test_client(), app.test_client()]
    limiter.enabled, limiter._storage_uri = False, before


def test_redis_counts_for_all_processes(shared: list[FlaskClient], account: MakeAccount) -> None:
    account()
    assert type(limiter.storage).__name__ == "RedisStorage"
    one, other = shared
    assert attempts(one, 5) + attempts(other, 5) == [422] * 10
    assert attempts(one, 1) + attempts(other, 1) == [429, 429]


def test_without_its_redis_the_site_still_lets_people_in_and_counts_for_itself(app: Flask, account: MakeAccount) -> None:
    account()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nobody = f"redis://127.0.0.1:{probe.getsockname()[1]}/0"
    app.config.update(RATELIMIT_ENABLED=True, RATELIMIT_STORAGE_URI=nobody, RATELIMIT_IN_MEMORY_FALLBACK_ENABLED=True)
    before = limiter._storage_uri
    limiter.enabled, limiter._storage_uri = True, nobody
    try:
        limiter.init_app(app)
        client = app.test_client()
        assert attempts(client, 11, email="paul@example.org") == [422] * 10 + [429]
        assert client.post("/login", data={"email": "marie@example.org", "password": PASSWORD}).status_code == 302
    finally:
        limiter.enabled, limiter._storage_uri = False, before
        limiter._in_memory_fallback_enabled = limiter._storage_dead = False


def test_lists_of_addresses_cannot_be_tried_at_the_open_door(
    limited: FlaskClient, account: MakeAccount, open_door: None
) -> None:
    account("Marie", owner=True)
    form = {"name": "Somebody else", "password": PASSWORD}
    answers = [limited.post("/signup", data={**form, "email": "marie@example.org"}) for _number in range(9)]
    assert [answer.status_code for answer in answers] == [422] * 8 + [429]
    assert "There is an account with this address already" in answers[0].text


def test_other_mistakes_at_the_open_door_do_not_count(limited: FlaskClient, account: MakeAccount, open_door: None) -> None:
    account("Owner", owner=True)
    form = {"name": "Somebody else", "password": "short"}
    answers = [limited.post("/signup", data={**form, "email": "new@example.org"}).status_code for _number in range(12)]
    assert answers == [422] * 12
