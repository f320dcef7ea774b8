"""The card page says what a card does in duels, in the reader's language, or that it cannot be played yet."""

from __future__ import annotations

from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from engine import explain, read_starter
from marketplace.catalogue.explained import explanation_of
from marketplace.catalogue.models import Card
from marketplace.db import Database


def card_named(app: Flask, name: str) -> int:
    database: Database = app.extensions["duelfolio_db"]
    with database.read() as session:
        return session.scalars(select(Card.id).where(Card.name == name)).one()


def page(app: Flask, name: str, language: str) -> str:
    client: FlaskClient = app.test_client()
    answer = client.get(f"/cards/{card_named(app, name)}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return unescape(answer.get_data(as_text=True))


@pytest.mark.parametrize(
    ("language", "heading", "head", "words"),
    [
        ("en", "What it does in duels (our words)", "Activation:", "Destroy all monsters on the field."),
        ("fr", "Ce qu’elle fait en duel (dans nos mots)", "Activation\u00a0:", "Détruisez tous les monstres sur le Terrain."),
        ("pt", "O que faz nos duelos (em nossas palavras)", "Ativação:", "Destrua todos os monstros no campo."),
    ],
)
def test_a_playable_card_says_what_it_does(starter_app: Flask, language: str, heading: str, head: str, words: str) -> None:
    shown = page(starter_app, "Dark Hole", language)
    assert heading in shown
    assert f"<li><strong>{head}</strong> {words}</li>" in shown


def test_a_card_without_effects_says_so_and_one_without_definition_too(starter_app: Flask) -> None:
    assert "It has no effect." in page(starter_app, "Blue-Eyes White Dragon", "en")
    undefined = next(card for card in read_starter().cards if explain(card) is None)
    shown = page(starter_app, undefined.name, "en")
    assert "Not playable in duels yet." in shown
    assert "Playable in duels</span>" not in shown


def test_every_starter_card_is_explained_or_named_as_not_playable(starter_app: Flask) -> None:
    database: Database = starter_app.extensions["duelfolio_db"]
    engine_says = {card.name: explain(card, "pt") for card in read_starter().cards}
    with database.read() as session:
        for card in session.scalars(select(Card)):
            found = explanation_of(card, {}, "", "pt")
            assert found is not None
            if found.playable:
                assert len(found.paragraphs) == len(engine_says[card.name] or [])


def test_what_a_collector_typed_has_no_explanation() -> None:
    assert explanation_of(Card(name="Dark Hole", kind="unknown", frame="", abilities="", added_by_id=1), {}, "", "en") is None
