"""Language and theme: chosen in the frame, kept, and never a way off the site."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient


def test_the_language_is_kept_for_the_visit(client: FlaskClient) -> None:
    answer = client.post("/locale", data={"locale": "fr", "next": "/cards?q=kuriboh"})
    assert answer.status_code == 303
    assert answer.location == "/cards?q=kuriboh"
    with client.session_transaction() as cookie:
        assert cookie["locale"] == "fr"
    assert '<html lang="fr"' in client.get("/nothing-here").text


def test_the_theme_is_on_the_page_when_it_arrives(client: FlaskClient) -> None:
    client.post("/theme", data={"theme": "dark", "next": "/"})
    assert 'data-theme="dark"' in client.get("/nothing-here").text


def test_auto_takes_the_theme_back(client: FlaskClient) -> None:
    client.post("/theme", data={"theme": "dark"})
    client.post("/theme", data={"theme": "auto"})
    assert 'data-theme="auto"' in client.get("/nothing-here").text


@pytest.mark.parametrize(
    ("path", "data"),
    [("/locale", {"locale": "xx"}), ("/locale", {}), ("/theme", {"theme": "pink"}), ("/theme", {"theme": ""}), ("/theme", {})],
)
def test_an_unknown_choice_is_refused_in_words(client: FlaskClient, path: str, data: dict[str, str]) -> None:
    answer = client.post(path, data=data)
    assert answer.status_code == 400
    assert "theme=" not in answer.headers.get("Set-Cookie", "")
    assert 'class="topbar"' in answer.text


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", ""])
def test_the_way_back_stays_on_the_site(client: FlaskClient, target: str) -> None:
    assert client.post("/theme", data={"theme": "dark", "next": target}).location == "/"
