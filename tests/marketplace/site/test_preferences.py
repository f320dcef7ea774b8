"""Language and theme: chosen in the frame, kept, and never a way off the site."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient


def test_the_language_is_kept_for_the_visit(client: FlaskClient) -> None:
    answer = client.post("/preferences", data={"locale": "fr", "next": "/cards?q=kuriboh"})
    assert answer.status_code == 303
    assert answer.location == "/cards?q=kuriboh"
    with client.session_transaction() as cookie:
        assert cookie["locale"] == "fr"
    assert '<html lang="fr"' in client.get("/nothing-here").text


def test_the_theme_is_on_the_page_when_it_arrives(client: FlaskClient) -> None:
    client.post("/preferences", data={"theme": "dark", "next": "/"})
    assert 'data-theme="dark"' in client.get("/nothing-here").text


def test_auto_takes_the_theme_back(client: FlaskClient) -> None:
    client.post("/preferences", data={"theme": "dark"})
    client.post("/preferences", data={"theme": "auto"})
    assert 'data-theme="auto"' in client.get("/nothing-here").text


@pytest.mark.parametrize("data", [{"locale": "xx"}, {"theme": "pink"}, {"theme": ""}])
def test_an_unknown_choice_is_refused_in_words(client: FlaskClient, data: dict[str, str]) -> None:
    answer = client.post("/preferences", data=data)
    assert answer.status_code == 400
    assert "theme" not in answer.headers.get("Set-Cookie", "")


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", ""])
def test_the_way_back_stays_on_the_site(client: FlaskClient, target: str) -> None:
    assert client.post("/preferences", data={"theme": "dark", "next": target}).location == "/"
