"""A card name that is declared: typed in the reader's language or in English, refused when there is no such card."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import Action, Verb
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.duels.declaring import declared
from marketplace.duels.table import Table
from tests.marketplace.duels.boards import html_of, page_of
from tests.marketplace.duels.conftest import put, table_in, version_on
from tests.marketplace.duels.positions import act, duel_at, seated


def asked() -> Table:
    duel = duel_at(
        {"you": {"spells": ["Mind Crush"], "hand": ["Kozaky"]}, "opp": {"hand": ["Kuriboh", "Mystical Elf"]}}, "advanced"
    )
    act(duel, 0, Verb.ACTIVATE, "Mind Crush")
    return seated(duel)


@pytest.mark.parametrize(
    ("language", "title", "elf"),
    [
        ("en", "Mind Crush: declare the name of a card", "Mystical Elf"),
        ("fr", "Cohue Cérébrale\xa0: déclarez le nom d’une carte", "Elfe Mystique"),
        ("pt", "Aperto Mental: declare o nome de uma carta", "Elfa Mística"),
    ],
)
def test_names_are_offered_in_the_language_of_the_reader(starter_app: Flask, language: str, title: str, elf: str) -> None:
    table = asked()
    question = page_of(starter_app, table, language).question
    assert question.kind == "name"
    assert question.title == title
    assert elf in question.names
    assert list(question.names) == sorted(set(question.names), key=str.casefold)
    assert not question.choices
    html = html_of(starter_app, table, language)
    assert f'<option value="{elf}">' in html
    assert 'name="card_name"' in html


@pytest.mark.parametrize("typed", ["Mystical Elf", "  mystical   elf ", "MYSTICAL ELF"])
def test_what_is_typed_is_the_card(visit: FlaskClient, owner: User, starter_database: Database, typed: str) -> None:
    duel_id = put(starter_database, asked(), owner.id)
    page = visit.get(f"/duels/{duel_id}")
    sent = visit.post(f"/duels/{duel_id}/answer", data={"version": version_on(page.text), "choice": "name", "card_name": typed})
    assert sent.status_code in (200, 303)
    log = visit.get(f"/duels/{duel_id}").text
    assert "declares the card name" in log or "declare the card name" in log
    assert "Mystical Elf" in log


def test_a_name_in_french_is_the_same_card(visit: FlaskClient, owner: User, starter_database: Database) -> None:
    duel_id = put(starter_database, asked(), owner.id)
    french = {"Accept-Language": "fr"}
    page = visit.get(f"/duels/{duel_id}", headers=french)
    data = {"version": version_on(page.text), "choice": "name", "card_name": "elfe mystique"}
    assert visit.post(f"/duels/{duel_id}/answer", data=data, headers=french).status_code in (200, 303)
    log = table_in(starter_database, duel_id).duel.log
    assert log is not None
    assert [entry["name"] for entry in log.entries if entry["what"] == "declared"] == ["Mystical Elf"]


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("evil twin ki sikil", "Evil★Twin Ki-sikil"),
        ("Absorption de Competence", "Skill Drain"),
        ("elfa mistica", "Mystical Elf"),
        ("\u202eMystical Elf", "Mystical Elf"),
    ],
)
def test_accents_and_signs_may_be_left_out(starter_app: Flask, starter_database: Database, typed: str, card: str) -> None:
    with starter_database.read() as session:
        assert declared(session, asked(), typed) == Action(Verb.CHOOSE, value=card)


def test_what_could_be_two_cards_is_none_of_them(
    starter_app: Flask, starter_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["Évoltile", "Evoltilé"]
    monkeypatch.setattr("engine.duel.Duel.view", lambda self, player: {"prompt": {"names": names}})
    with starter_database.read() as session:
        assert [declared(session, asked(), typed).value for typed in (*names, "Evoltile", "★")] == [*names, "Evoltile", "★"]


@pytest.mark.parametrize(("typed", "status"), [("Dragon of a Thousand Teas", 409), ("", 400), ("x" * 200, 400)])
def test_what_is_no_card_is_refused_and_changes_nothing(
    visit: FlaskClient, owner: User, starter_database: Database, typed: str, status: int
) -> None:
    duel_id = put(starter_database, asked(), owner.id)
    page = visit.get(f"/duels/{duel_id}")
    sent = visit.post(f"/duels/{duel_id}/answer", data={"version": version_on(page.text), "choice": "name", "card_name": typed})
    assert sent.status_code == status
    assert "declare the name of a card" in visit.get(f"/duels/{duel_id}").text
