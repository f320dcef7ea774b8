"""Duels with decks of one's own: offered with what speaks against them, kept as they were when the duel began."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from engine import Deck as EngineDeck
from engine import DeckCard, not_playable, practice_deck, read_starter
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.decks import decks
from marketplace.decks.models import Deck
from marketplace.duels.deck_record import unpack_decks
from tests.factories import accounts
from tests.marketplace.duels.conftest import stored


@pytest.fixture
def make(starter_app: Flask, store: Session, owner: User) -> Callable[..., Deck]:
    def make(name: str, main: list[str], user: User | None = None, **values: Any) -> Deck:
        cards = EngineDeck(tuple(DeckCard(None, card) for card in main), (), (), name)
        with starter_app.test_request_context():
            made = decks.create(store, (user or owner).id, name, cards=cards, **values)
            store.commit()
        return made

    return make


def beginning(deck: Deck, **more: str) -> dict[str, str]:
    form = {"ruleset": "goat-2005", "my_deck": f"own:{deck.id}", "their_deck": "practice:hidden-claws", "opponent": "sensible"}
    return form | more


def test_a_legal_deck_is_played_as_it_was(
    visit: FlaskClient, make: Callable[..., Deck], store: Session, starter_database: Database
) -> None:
    main = list(practice_deck("village-guard").main)
    deck = make("My Guard", main, ruleset="goat-2005")
    page = visit.get(f"/duels/new?deck={deck.id}")
    assert 'value="goat-2005"' in page.text, "the ruleset of the deck is proposed"
    assert f'value="own:{deck.id}" required checked' in page.text
    url = visit.post("/duels/new", data=beginning(deck)).location
    row = stored(starter_database, int(url.rsplit("/", 1)[1]))
    assert row.my_deck == "My Guard"
    assert sorted(card.name for card in unpack_decks(row.decks)[0].main) == sorted(main)
    decks.delete(store, deck.user_id, deck.id)
    store.commit()
    assert visit.get(url).status_code == 200
    visit.post(f"{url}/surrender", data={"confirmed": "1"})
    again = visit.post(f"{url}/rematch").location
    kept = stored(starter_database, int(again.rsplit("/", 1)[1]))
    assert sorted(card.name for card in unpack_decks(kept.decks)[0].main) == sorted(main)


def test_a_deck_of_mine_for_the_opponent_and_in_the_mirror(
    visit: FlaskClient, make: Callable[..., Deck], starter_database: Database
) -> None:
    deck = make("My Guard", list(practice_deck("village-guard").main))
    for theirs in (f"own:{deck.id}", "mirror"):
        url = visit.post("/duels/new", data=beginning(deck, their_deck=theirs)).location
        row = stored(starter_database, int(url.rsplit("/", 1)[1]))
        assert (row.my_deck, row.their_deck) == ("My Guard", "My Guard")
        mine, other = unpack_decks(row.decks)
        assert [card.name for card in mine.main] == [card.name for card in other.main]


def test_a_deck_that_is_not_legal_says_why(visit: FlaskClient, make: Callable[..., Deck]) -> None:
    deck = make("Too Small", ["Gemini Elf"] * 3)
    page = visit.get("/duels/new?ruleset=goat-2005").text
    assert "Too Small" in page
    assert f'value="own:{deck.id}"' not in page
    assert f"/decks/{deck.id}" in page
    refused = visit.post("/duels/new", data=beginning(deck))
    assert refused.status_code == 422


def test_cards_that_cannot_be_played_are_named(visit: FlaskClient, make: Callable[..., Deck]) -> None:
    unknown = not_playable([card for card in read_starter().cards if card.frame not in ("token", "skill")])
    assert unknown, "this test needs a card of the starter catalogue that has no definition yet"
    deck = make("Half Ready", [*practice_deck("village-guard").main[:-1], unknown[0]], ruleset="advanced")
    page = visit.get("/duels/new?ruleset=advanced").text
    assert unknown[0] in html.unescape(page)
    assert f'id="copy-{deck.id}"' in page
    assert "another Deck is chosen below" not in page, "nobody asked for this Deck"
    assert "“Half Ready” cannot be played in this duel" in html.unescape(visit.get(f"/duels/new?deck={deck.id}").text)
    refused = visit.post("/duels/new", data=beginning(deck, ruleset="advanced"))
    assert refused.status_code == 422
    assert unknown[0] in html.unescape(refused.text)
    copied = visit.post(f"/decks/{deck.id}/copy", data={"for_duels": "1"})
    assert copied.status_code == 303


def test_somebody_elses_deck_is_neither_offered_nor_played(
    visit: FlaskClient, make: Callable[..., Deck], store: Session
) -> None:
    other = accounts.user(store)
    deck = make("Not Yours", list(practice_deck("village-guard").main), user=other)
    assert "Not Yours" not in visit.get("/duels/new?ruleset=goat-2005").text
    assert visit.post("/duels/new", data=beginning(deck)).status_code == 404
    assert visit.get(f"/duels/new?deck={deck.id}").status_code == 200


def test_many_decks_take_few_queries(
    visit: FlaskClient, make: Callable[..., Deck], starter_database: Database, count_queries: Any
) -> None:
    make("One", list(practice_deck("village-guard").main))
    with count_queries(starter_database) as few:
        visit.get("/duels/new?ruleset=goat-2005")
    for number in range(8):
        make(f"Deck {number}", list(practice_deck("hidden-claws").main))
    with count_queries(starter_database) as many:
        visit.get("/duels/new?ruleset=goat-2005")
    assert many.count <= few.count + 2
