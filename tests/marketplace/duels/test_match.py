"""Matches on the site: begun, played, sided, given up; double clicks, restarts, and other people's matches."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, func, select
from sqlalchemy.orm import Session, undefer

from engine import Deck as EngineDeck
from engine import DeckCard, Match, Stage, practice_deck
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.decks import decks
from marketplace.decks.models import Deck
from marketplace.duels import match_results, saving
from marketplace.duels.deck_record import unpack_decks
from marketplace.duels.models import PracticeDuel, PracticeMatch
from tests.factories import accounts
from tests.marketplace.duels.conftest import stored

BEGIN = {
    "ruleset": "goat-2005",
    "their_deck": "practice:hidden-claws",
    "opponent": "sensible",
    "length": "match",
}


@pytest.fixture
def my_deck(starter_app: Flask, store: Session, owner: User) -> Deck:
    """A Deck with a Side Deck of fifteen, legal in 2005."""
    main = list(practice_deck("village-guard").main)
    names = (card for card in practice_deck("hidden-claws").main if card not in main)
    side = list(names)[:15]
    assert len(side) == 15
    cards = EngineDeck(*(tuple(DeckCard(None, card) for card in pile) for pile in (main, [], side)), name="My Guard")
    with starter_app.test_request_context():
        made = decks.create(store, owner.id, "My Guard", cards=cards, ruleset="goat-2005")
        store.commit()
    return made


@pytest.fixture
def begun(visit: FlaskClient, my_deck: Deck) -> tuple[int, int]:
    """A match and its first duel."""
    answer = visit.post("/duels/new", data=BEGIN | {"my_deck": f"own:{my_deck.id}"})
    assert answer.status_code == 303, re.findall(r"notice--error.*?</div>", answer.text, re.S)
    return 1, int(answer.location.rsplit("/", 1)[1])


def row_of(database: Database, match_id: int = 1) -> PracticeMatch:
    with database.read() as session:
        row = session.get(PracticeMatch, match_id, options=[undefer(PracticeMatch.state)], populate_existing=True)
        assert row is not None
        return row


def lose(visit: FlaskClient, duel_id: int) -> None:
    assert visit.post(f"/duels/{duel_id}/surrender", data={"confirmed": "1"}).status_code == 303


def fields(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(version|form_key)" value="([^"]*)">', page.split('id="siding"')[1]))


def selects(page: str) -> list[str]:
    return re.findall(r'<select[^>]* name="([mes]\d+)"', page)


def tie(database: Database, duel_id: int) -> None:
    """End a duel as a tie, as one that is too long to go on."""
    row = stored(database, duel_id)
    table = saving.table_of(row)

    class TooLong(type(table)):  # type: ignore[misc]
        too_long = True
        waiting = "over"

    table.__class__ = TooLong
    table.version += 1
    with database.write() as session:
        assert saving.save(session, row, table, saving.pack(table))


def test_a_match_begins_with_its_first_duel(visit: FlaskClient, begun: tuple[int, int], starter_database: Database) -> None:
    match_id, duel_id = begun
    duel = stored(starter_database, duel_id)
    assert (duel.match_id, duel.match_number) == (match_id, 1)
    row = row_of(starter_database)
    assert (row.stage, row.status, row.won, row.lost, row.tied) == ("duel", "running", 0, 0, 0)
    page = visit.get(f"/duels/{duel_id}").text
    assert "Match, duel 1" in page
    assert "0 to 0" in page
    assert "My Guard" in visit.get(f"/duels/matches/{match_id}").text
    assert f"/duels/matches/{match_id}" in visit.get("/duels").text


def test_the_same_form_twice_begins_one_match(visit: FlaskClient, my_deck: Deck, starter_database: Database) -> None:
    form = BEGIN | {"my_deck": f"own:{my_deck.id}", "form_key": "abc"}
    first, second = visit.post("/duels/new", data=form), visit.post("/duels/new", data=form)
    assert first.location == second.location
    with starter_database.read() as session:
        assert session.scalar(select(func.count()).select_from(PracticeMatch)) == 1


def test_no_side_decking_while_a_duel_goes_on(visit: FlaskClient, begun: tuple[int, int], starter_database: Database) -> None:
    """match.side.between_duels"""
    match_id, _duel = begun
    assert visit.get(f"/duels/matches/{match_id}/side").status_code == 303
    refused = visit.post(f"/duels/matches/{match_id}/next", data={"version": "1"}, follow_redirects=True)
    assert "only after a duel of the match" in refused.text
    with starter_database.read() as session:
        assert session.scalar(select(func.count()).select_from(PracticeDuel)) == 1


def test_a_whole_match_is_sided_and_lost(visit: FlaskClient, begun: tuple[int, int], starter_database: Database) -> None:
    """match.best_of_three, match.side.count_unchanged, match.first_player.loser_chooses on the pages."""
    match_id, duel_id = begun
    first_main = sorted(card.name for card in unpack_decks(stored(starter_database, duel_id).decks)[0].main)
    lose(visit, duel_id)
    assert row_of(starter_database).stage == "siding"
    over = visit.get(f"/duels/{duel_id}").text
    assert f"/duels/matches/{match_id}/side" in over
    assert "rematch" not in over
    page = visit.get(f"/duels/matches/{match_id}/side").text
    assert "You lost the last duel: you choose who begins" in page
    mine = fields(page)
    assert {name[0] for name in selects(page)} == {"m", "s"}
    # Two out and one in: refused with the rule, and what was chosen is kept.
    for path in ("side", "next"):
        refused = visit.post(f"/duels/matches/{match_id}/{path}", data=mine | {"m0": "1", "m1": "1", "s0": "1"})
        assert refused.status_code == (200 if path == "side" else 422)
        assert 'data-rule="match.side.count_unchanged"' in refused.text
        assert re.search(r'name="s0".*?<option value="1" selected', refused.text)
    assert row_of(starter_database).stage == "siding"
    answer = visit.post(f"/duels/matches/{match_id}/next", data=mine | {"m0": "1", "s0": "1"})
    again = visit.post(f"/duels/matches/{match_id}/next", data=mine | {"m0": "1", "s0": "1"})
    assert answer.status_code == again.status_code == 303
    assert answer.location == again.location, "a double click begins one duel"
    second = int(answer.location.rsplit("/", 1)[1])
    duel = stored(starter_database, second)
    assert (duel.match_id, duel.match_number) == (match_id, 2)
    now_main = sorted(card.name for card in unpack_decks(duel.decks)[0].main)
    assert len(now_main) == len(first_main)
    assert len(set(enumerate(now_main)) ^ set(enumerate(first_main))) > 0
    table = visit.get(f"/duels/{second}").text
    assert "You choose: who goes first?" in table
    assert "0 to 1" in table
    lose(visit, second)
    row = row_of(starter_database)
    assert (row.status, row.result, row.reason, row.lost) == ("over", "lost", "match.best_of_three", 2)
    shown = visit.get(f"/duels/matches/{match_id}").text
    assert "You lose the match" in shown
    assert shown.count('class="duel-line"') == 2
    assert visit.get("/duels").text.count("duel 2 of a match") == 1


def test_what_was_sided_can_be_taken_back_to_the_registered_deck(
    visit: FlaskClient, begun: tuple[int, int], starter_database: Database
) -> None:
    match_id, duel_id = begun
    lose(visit, duel_id)
    page = visit.get(f"/duels/matches/{match_id}/side").text
    assert "as registered" not in page
    answer = visit.post(f"/duels/matches/{match_id}/next", data=fields(page) | {"m0": "1", "s0": "1"})
    tie(starter_database, int(answer.location.rsplit("/", 1)[1]))
    row = row_of(starter_database)
    assert (row.stage, row.lost, row.tied) == ("siding", 1, 1)
    page = visit.get(f"/duels/matches/{match_id}/side").text
    assert "as registered" in page
    assert "The last duel was a tie" in page
    assert visit.post(f"/duels/matches/{match_id}/restore", data={"version": fields(page)["version"]}).status_code == 303
    match = Match.from_json(row_of(starter_database).state)
    assert match.decks[0] == match.registered[0]
    stale = visit.post(f"/duels/matches/{match_id}/next", data=fields(page), follow_redirects=True)
    assert "moved on" in stale.text


@pytest.mark.parametrize("wrong", [{"m0": "x"}, {"m0": "-1"}, {"m0": "99"}, {"s0": "1e1"}, {"version": ""}, {"version": "x"}])
def test_forged_exchanges_change_nothing(
    visit: FlaskClient, begun: tuple[int, int], starter_database: Database, wrong: dict[str, str]
) -> None:
    match_id, duel_id = begun
    lose(visit, duel_id)
    before = row_of(starter_database)
    mine = fields(visit.get(f"/duels/matches/{match_id}/side").text)
    for path in ("side", "next"):
        assert visit.post(f"/duels/matches/{match_id}/{path}", data=mine | wrong).status_code < 500
    after = row_of(starter_database)
    assert (after.version, after.state) == (before.version, before.state)


def test_surrendering_the_match_ends_its_duel_too(
    visit: FlaskClient, begun: tuple[int, int], starter_database: Database
) -> None:
    match_id, duel_id = begun
    visit.post(f"/duels/matches/{match_id}/surrender")
    assert row_of(starter_database).status == "running"
    visit.post(f"/duels/matches/{match_id}/surrender", data={"confirmed": "1"})
    row = row_of(starter_database)
    assert (row.status, row.result, row.reason, row.lost) == ("over", "lost", "win.surrender", 1)
    assert stored(starter_database, duel_id).status == "over"
    visit.post(f"/duels/matches/{match_id}/surrender", data={"confirmed": "1"})
    assert row_of(starter_database).version == row.version


def test_a_match_of_somebody_else_does_not_exist(
    starter_app: Flask, store: Session, begun: tuple[int, int], log_in: Callable[[FlaskClient, object], None]
) -> None:
    other = accounts.user(store, "Kaiba")
    store.commit()
    client = starter_app.test_client()
    log_in(client, other)
    match_id, _duel = begun
    for path in ("", "/side"):
        assert client.get(f"/duels/matches/{match_id}{path}").status_code == 404
    for path in ("side", "next", "restore", "surrender", "delete"):
        assert client.post(f"/duels/matches/{match_id}/{path}", data={"version": "1", "confirmed": "1"}).status_code == 404


def test_a_match_is_deleted_whole(visit: FlaskClient, begun: tuple[int, int], starter_database: Database) -> None:
    match_id, duel_id = begun
    refused = visit.post(f"/duels/{duel_id}/delete", data={"confirmed": "1"}, follow_redirects=True)
    assert "delete the match with all its duels" in refused.text
    visit.post(f"/duels/matches/{match_id}/delete", data={"confirmed": "1"})
    with starter_database.read() as session:
        assert session.scalar(select(func.count()).select_from(PracticeDuel)) == 0
        assert session.scalar(select(func.count()).select_from(PracticeMatch)) == 0


def test_a_result_counts_once(begun: tuple[int, int], visit: FlaskClient, starter_database: Database) -> None:
    _match, duel_id = begun
    lose(visit, duel_id)
    row = stored(starter_database, duel_id)
    with starter_database.write() as session:
        match_results.take_down(session, row, saving.table_of(row))
    assert row_of(starter_database).lost == 1


def test_a_practice_deck_plays_a_match_without_a_side_deck(visit: FlaskClient, starter_database: Database) -> None:
    answer = visit.post("/duels/new", data=BEGIN | {"my_deck": "practice:village-guard"})
    lose(visit, int(answer.location.rsplit("/", 1)[1]))
    page = visit.get("/duels/matches/1/side").text
    assert "nothing to exchange" in page
    assert visit.post("/duels/matches/1/next", data=fields(page)).status_code == 303
    assert Match.from_json(row_of(starter_database).state).stage is Stage.BEGINNING


def test_classic_asks_the_person_without_a_coin(visit: FlaskClient, starter_database: Database) -> None:
    """setup.first_player.players_agree"""
    for _again in range(3):
        form = BEGIN | {"ruleset": "classic", "my_deck": "practice:village-guard", "their_deck": "mirror"}
        answer = visit.post("/duels/new", data=form)
        assert answer.status_code == 303, re.findall(r"notice--error.*?</div>", answer.text, re.S)
        table = saving.table_of(stored(starter_database, int(answer.location.rsplit("/", 1)[1])))
        assert table.toss == table.seat


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_pages_are_few_statements_in_every_language(
    visit: FlaskClient, begun: tuple[int, int], starter_database: Database, language: str
) -> None:
    match_id, duel_id = begun
    lose(visit, duel_id)
    visit.post("/locale", data={"locale": language})
    for path, most in ((f"/duels/matches/{match_id}/side", 6), (f"/duels/matches/{match_id}", 6), ("/duels", 9)):
        visit.get(path)
        count = 0

        def seen(*_args: Any) -> None:
            nonlocal count
            count += 1

        event.listen(starter_database.engine, "before_cursor_execute", seen)
        page = visit.get(path)
        event.remove(starter_database.engine, "before_cursor_execute", seen)
        assert page.status_code == 200
        assert count <= most, (path, count)
        assert f'<html lang="{language}' in html.unescape(page.text)


def test_of_many_at_once_one_begins_the_next_duel(
    starter_app: Flask,
    owner: User,
    visit: FlaskClient,
    begun: tuple[int, int],
    starter_database: Database,
    log_in: Callable[[FlaskClient, object], None],
) -> None:
    match_id, duel_id = begun
    lose(visit, duel_id)
    mine = fields(visit.get(f"/duels/matches/{match_id}/side").text)

    def send(number: int) -> int:
        client = starter_app.test_client()
        log_in(client, owner)
        key = "same" if number % 2 else f"k{number}"
        return client.post(f"/duels/matches/{match_id}/next", data=mine | {"form_key": key}).status_code

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(send, range(6))) == {303}
    with starter_database.read() as session:
        numbers = session.scalars(select(PracticeDuel.match_number).order_by(PracticeDuel.id)).all()
    assert numbers == [1, 2]
    assert row_of(starter_database).stage == "duel"


def test_undo_stays_within_its_duel(visit: FlaskClient, begun: tuple[int, int], starter_database: Database) -> None:
    _match, duel_id = begun
    lose(visit, duel_id)
    version = stored(starter_database, duel_id).version
    assert visit.post(f"/duels/{duel_id}/undo", data={"version": version}).status_code == 409
    assert row_of(starter_database).lost == 1


def test_lists_of_the_match_do_not_change_with_the_catalogue(begun: tuple[int, int], store: Session) -> None:
    row = store.get(PracticeMatch, begun[0], options=[undefer(PracticeMatch.cards)])
    assert row is not None
    kept = unpack_decks(row.cards)
    assert [len(deck.main) for deck in kept] == [40, 40, 15, 0]
    assert replace(kept[0]).main
