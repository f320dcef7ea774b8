"""Forms that arrive at the same moment: one deck, one step."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine import Pile
from marketplace.decks.models import Deck
from tests.marketplace.decks.conftest import DARK_MAGICIAN, copies

AT_ONCE = 6


@pytest.fixture
def at_once(starter_app, player, log_in):
    clients = [starter_app.test_client() for _client in range(AT_ONCE)]
    for client in clients:
        log_in(client, player)

    def send(url, *forms):
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = pool.map(lambda pair: pair[0].post(url, data=pair[1]), zip(clients, forms, strict=True))
            return list(answers)

    return send


def test_one_form_sent_many_times_makes_one_deck(at_once, starter_database):
    answers = at_once("/decks", *[{"name": "Once", "ruleset": "advanced", "form_key": "same"}] * AT_ONCE)
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.headers["Location"] for answer in answers}) == 1
    with starter_database.read() as session:
        assert session.query(Deck).count() == 1


def test_one_press_sent_many_times_counts_once(at_once, make_deck, stored):
    deck = make_deck([DARK_MAGICIAN])
    form = {"act": "plus", "entry": deck.cards[0].id, "version": 1, "form_key": "same"}
    answers = at_once(f"/decks/{deck.id}/change", *[form] * AT_ONCE)
    assert {answer.status_code for answer in answers} == {303}
    assert copies(stored(deck.id), Pile.MAIN) == {f"#{DARK_MAGICIAN}": 2}


def test_presses_in_several_windows_at_once_are_taken_once_and_the_others_told(at_once, make_deck, stored):
    deck = make_deck([DARK_MAGICIAN])
    forms = [
        {"act": "plus", "entry": deck.cards[0].id, "version": 1, "form_key": f"window {number}"} for number in range(AT_ONCE)
    ]
    answers = at_once(f"/decks/{deck.id}/change", *forms)
    assert Counter(answer.status_code for answer in answers) == {303: 1, 409: AT_ONCE - 1}
    assert copies(stored(deck.id), Pile.MAIN) == {f"#{DARK_MAGICIAN}": 2}
