"""Beginning a Tag Duel: four Decks, two teams that are legal, and two clicks where nothing is chosen."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from engine import Deck as EngineDeck
from engine import DeckCard, practice_deck, read_ruleset
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.decks import decks
from marketplace.decks.models import Deck
from marketplace.duels import setup, teams
from marketplace.duels.deck_record import unpack_decks
from marketplace.rules import house
from tests.marketplace.duels.conftest import choices_on, play_out, stored, table_in

TAG = "tag-2017"


def number(url: str) -> int:
    found = re.search(r"/duels/(\d+)", url)
    assert found is not None
    return int(found[1])


def begun(web: FlaskClient, **form: str) -> str:
    """Begin with what the page proposes, but for ``form``; gives the address of the duel."""
    page = web.get(f"/duels/new?ruleset={TAG}").text
    proposed = dict(
        re.findall(r'name="(my_deck|partner_deck|their_deck|other_deck|opponent)" value="([^"]+)"(?: required)? checked', page)
    )
    answer = web.post("/duels/new", data={"ruleset": TAG, **proposed, **form})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def test_two_clicks_begin(web: FlaskClient, database: Database) -> None:
    page = web.get("/duels/new?ruleset=tag-2017").text
    for field in ("my_deck", "partner_deck", "their_deck", "other_deck"):
        assert re.search(rf'name="{field}" value="[^"]+"(?: required)? checked', page), field
    assert 'name="length"' not in page, "one duel decides"
    assert "tag.match.single_duel" in page
    url = begun(web)
    row = stored(database, number(url))
    assert len(unpack_decks(row.decks)) == 4
    assert row.my_deck.count(" + ") == row.their_deck.count(" + ") == 1
    table = web.get(url).text
    assert "Mika" in table
    assert "Robin" in table
    assert "Alex" in table
    assert choices_on(table)


def test_every_pair_of_practice_decks_is_legal_as_a_team(app: Flask) -> None:
    with app.test_request_context("/"):
        rules = read_ruleset(TAG)
        offers = setup.practice_offers(TAG)
        assert len(offers) >= 3
        for one, other in itertools.product(offers, repeat=2):
            first, second = (setup._practice(offer.value.partition(":")[2], TAG, "my_deck") for offer in (one, other))
            beside = teams.beside(second, first, rules)
            assert teams.against(first, beside, rules) == [], (one.name, other.name)
            assert len(beside.deck.main) == len(second.deck.main)
            assert {facts.name for facts in beside.deck.main} <= {facts.name for facts in second.deck.main}


def test_the_four_decks_lie_at_the_seats_they_were_chosen_for(web: FlaskClient, database: Database) -> None:
    chosen = {
        "my_deck": "practice:dragon-hoard",
        "partner_deck": "practice:black-feathers",
        "their_deck": "practice:iron-vanguard",
        "other_deck": "practice:dragon-hoard",
    }
    brought = unpack_decks(stored(database, number(begun(web, **chosen))).decks)
    key_cards = [{facts.name for facts in deck.main} for deck in brought]
    for deck, name in zip(key_cards, ("dragon-hoard", "dragon-hoard", "black-feathers", "iron-vanguard"), strict=True):
        assert len(deck & set(practice_deck(name).main)) > len(deck) * 0.9, "A1, A2, B1, B2"


@pytest.mark.parametrize(
    ("wrong", "whose"),
    [
        ({"my_deck": "practice:village-guard"}, "Your Deck:"),
        ({"partner_deck": "practice:hidden-claws"}, "Your partner&#39;s Deck:"),
        ({"their_deck": "practice:nonsense"}, "The Deck of the opponent who faces you:"),
        ({"other_deck": "mirror"}, "The Deck of the other opponent:"),
    ],
)
def test_a_problem_names_the_deck_it_is_about(web: FlaskClient, wrong: dict[str, str], whose: str) -> None:
    form = {"ruleset": TAG, "my_deck": "practice:dragon-hoard", "their_deck": "fitting", "opponent": "sensible"}
    refused = web.post("/duels/new", data=form | wrong)
    assert refused.status_code == 422
    assert whose in refused.text


def test_a_team_with_too_many_limited_cards_is_told_what_to_do(app: Flask) -> None:
    """Two own Decks are left as they are; what they have together is refused in words."""
    with app.test_request_context("/"):
        rules = read_ruleset(TAG)
        one = setup._practice("dragon-hoard", TAG, "my_deck")
        refusals = teams.against(one, one, rules)
        assert {refusal.rule for refusal in refusals} == {"tag.deck.limited_counts_per_team"}
        words = teams._as_team(refusals, ("my_deck", "partner_deck"))
        assert words.startswith("Your team: ")
        assert "Monster Reborn" in words
        assert "Choose another Deck for one of the two" in words


@pytest.fixture
def make(starter_app: Flask, store: Session, owner: User) -> Callable[..., Deck]:
    def make(name: str, like: str, **values: Any) -> Deck:
        main = tuple(DeckCard(None, card) for card in practice_deck(like).main)
        with starter_app.test_request_context():
            made = decks.create(store, owner.id, name, cards=EngineDeck(main, (), (), name), ruleset=TAG)
            for key, value in values.items():
                setattr(made, key, value)
            store.commit()
        return made

    return make


def test_two_own_decks_are_refused_as_a_team(visit: FlaskClient, make: Callable[..., Deck]) -> None:
    mine, other = make("Mine", "dragon-hoard"), make("Other", "dragon-hoard")
    form = {"ruleset": TAG, "my_deck": f"own:{mine.id}", "their_deck": "fitting", "opponent": "sensible"}
    refused = visit.post("/duels/new", data=form | {"partner_deck": f"own:{other.id}"})
    assert refused.status_code == 422
    words = html.unescape(refused.text)
    assert "Your team: “" in words
    assert "Monster Reborn" in words
    assert "Choose another Deck for one of the two" in words
    assert f'name="partner_deck" value="own:{other.id}" required checked' in refused.text, "what was chosen stays chosen"


def test_an_own_deck_brings_the_partner_it_names(
    visit: FlaskClient, make: Callable[..., Deck], starter_database: Database
) -> None:
    other = make("Other", "black-feathers")
    mine = make("Mine", "dragon-hoard", partner_id=other.id)
    form = {"ruleset": TAG, "my_deck": f"own:{mine.id}", "their_deck": "fitting", "opponent": "sensible"}
    refused = visit.post("/duels/new", data=form)
    assert refused.status_code == 422, "both have Monster Reborn, and an own Deck is never changed"
    mine.partner_id = None
    alone = make("Alone", "dragon-hoard")
    begun = visit.post("/duels/new", data=form | {"my_deck": f"own:{alone.id}"})
    assert begun.status_code == 303, "a practice Deck gives way to the own one"
    brought = unpack_decks(stored(starter_database, number(begun.location)).decks)
    assert sum(facts.name == "Monster Reborn" for deck in (brought[0], brought[2]) for facts in deck.main) == 1
    assert sorted(facts.name for facts in brought[0].main) == sorted(practice_deck("dragon-hoard").main)


def test_a_rematch_tosses_the_coin_and_lists_name_teams(web: FlaskClient, database: Database) -> None:
    url = begun(web)
    duel_id = number(url)
    web.post(f"/duels/{duel_id}/surrender", data={"confirmed": "1"})
    row = stored(database, duel_id)
    assert (row.status, row.result) == ("over", "lost")
    listed = web.get("/duels").text
    assert " + " in listed
    assert "surrender" in listed
    again = web.post(f"/duels/{duel_id}/rematch")
    assert again.status_code == 303
    table = table_in(database, number(again.location))
    assert table.transcript.chooser is None
    assert len(table.duel.state.players) == 4


def test_a_duel_is_played_to_its_end(web: FlaskClient, database: Database) -> None:
    table = table_in(database, number(begun(web)))
    play_out(table)
    assert table.waiting == "over"
    assert table.duel.winner in (None, 0, 1)


def test_house_rules_on_the_tag_rules_can_be_played(web: FlaskClient, player: User, database: Database) -> None:
    with database.write() as session:
        row = house.make(session, player.id, "Our tag", TAG, {"setup.first_player": "agree"})
        value = f"house:{row.id}"
    assert value in web.get("/duels/new").text
    answer = web.post(
        "/duels/new",
        data={"ruleset": value, "my_deck": "practice:dragon-hoard", "their_deck": "fitting", "opponent": "sensible"},
    )
    assert answer.status_code == 303
    assert stored(database, number(answer.location)).house is not None
