"""A player signed in on the site with the starter catalogue, and ways to make decks of its cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine import Pile, deck_of
from marketplace.accounts.models import User
from marketplace.catalogue.models import Card
from marketplace.db import Database
from marketplace.decks import decks
from marketplace.decks.models import Deck, DeckList
from tests.factories import accounts

DARK_MAGICIAN = 46986414
POT_OF_GREED = 55144522
GEMINI_ELF = 69140098


@pytest.fixture
def store(starter_database: Database) -> Iterator[Session]:
    with starter_database.session(write=True) as session:
        yield session


@pytest.fixture
def player(store: Session) -> User:
    user = accounts.user(store, "Yugi")
    store.commit()
    return user


@pytest.fixture
def visit(starter_app: Flask, player: User, log_in: Callable[[FlaskClient, object], None]) -> FlaskClient:
    client = starter_app.test_client()
    log_in(client, player)
    return client


@pytest.fixture
def make_deck(starter_app: Flask, store: Session, player: User) -> Callable[..., Deck]:
    """``make_deck(main=[...], extra=[...], side=[...], name=..., **columns)``: a saved deck of the player."""

    def make(
        main: list[int] | None = None,
        extra: list[int] | None = None,
        side: list[int] | None = None,
        name: str = "Testers",
        user: User | None = None,
        **values: Any,
    ) -> Deck:
        with starter_app.test_request_context():
            made = decks.create(store, (user or player).id, name, cards=deck_of(main or [], extra or [], side or []), **values)
            store.commit()
        return made

    return make


@pytest.fixture
def stored(starter_database: Database) -> Callable[[int], Deck]:
    """``stored(deck_id)``: a deck with its cards as the database has it now, read without holding a lock."""

    def stored(deck_id: int) -> Deck:
        with starter_database.read() as session:
            deck = session.get(Deck, deck_id)
            assert deck is not None
            assert deck.cards is not None
            session.expunge_all()
        return deck

    return stored


@pytest.fixture
def lists_stored(starter_database: Database) -> Callable[[], dict[str, DeckList]]:
    """The lists players brought along, by name, as the database has them now."""

    def lists() -> dict[str, DeckList]:
        with starter_database.read() as session:
            found = {one.name: one for one in session.scalars(select(DeckList))}
            session.expunge_all()
        return found

    return lists


def card_id(session: Session, name: str) -> int:
    found = session.scalar(select(Card.id).where(Card.name == name))
    assert found is not None, name
    return found


def copies(deck: Deck, pile: Pile) -> dict[str, int]:
    """Entries of a pile as written, with their copies."""
    return {entry.written: entry.copies for entry in deck.cards if entry.pile == pile.value}
