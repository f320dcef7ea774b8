"""Tables kept in the process: never a stale one, never one for two."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from sqlalchemy import update

from engine import Action, Verb
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.duels import saving
from marketplace.duels.at_hand import TablesAtHand
from marketplace.duels.models import PracticeDuel
from marketplace.duels.table import Table
from tests.marketplace.duels.conftest import choice_of, choices_on, put, stored, version_on, without_tokens
from tests.marketplace.duels.tables import new_table, seen


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every table that is read from its JSON."""
    found: list[str] = []
    real = Table.from_json

    def from_json(text: str) -> Table:
        found.append(text)
        return real(text)

    monkeypatch.setattr(Table, "from_json", from_json)
    monkeypatch.setattr(saving, "_at_hand", TablesAtHand())
    return found


def test_a_duel_is_read_once_while_it_is_played(web: FlaskClient, database: Database, player: User, reads: list[str]) -> None:
    duel_id = put(database, new_table(4, "goat-2005"), player.id)
    for _ in range(5):
        page = web.get(f"/duels/{duel_id}").text
        data = {"version": version_on(page), "choice": choices_on(page)[0]}
        assert web.post(f"/duels/{duel_id}/answer", data=data).status_code == 303
    assert len(reads) == 1


def test_a_page_is_the_same_from_the_hand_and_from_the_database(
    web: FlaskClient, database: Database, player: User, reads: list[str]
) -> None:
    duel_id = put(database, new_table(4, "goat-2005"), player.id)
    for _ in range(6):
        held = web.get(f"/duels/{duel_id}").text
        assert without_tokens(web.get(f"/duels/{duel_id}").text) == without_tokens(held)
        saving._at_hand = TablesAtHand()
        assert without_tokens(web.get(f"/duels/{duel_id}").text) == without_tokens(held)
        data = {"version": version_on(held), "choice": choices_on(held)[0]}
        web.post(f"/duels/{duel_id}/answer", data=data)
    assert len(reads) >= 6


@pytest.mark.usefixtures("reads")
def test_showing_a_table_changes_nothing_of_it(web: FlaskClient, database: Database, player: User) -> None:
    duel_id = put(database, new_table(4), player.id)
    row = stored(database, duel_id)
    web.get(f"/duels/{duel_id}?show=gy&card=3")
    table = saving.table_of(row)
    assert saving.pack(table) == row.snapshot


def test_what_another_process_wrote_is_read(web: FlaskClient, database: Database, player: User, reads: list[str]) -> None:
    duel_id = put(database, new_table(4), player.id)
    web.get(f"/duels/{duel_id}")
    other = new_table(5)
    other.version = stored(database, duel_id).version  # The worst case: the same id, the same version.
    with database.write() as session:
        session.execute(update(PracticeDuel).values(snapshot=saving.pack(other)))
    web.get(f"/duels/{duel_id}")
    assert len(reads) == 2
    assert seen(saving.table_of(stored(database, duel_id))) == seen(other)


@pytest.mark.usefixtures("reads")
def test_a_refused_answer_leaves_no_changed_table_behind(web: FlaskClient, database: Database, player: User) -> None:
    duel_id = put(database, new_table(4), player.id)
    before = web.get(f"/duels/{duel_id}").text
    wrong = {"version": version_on(before), "choice": choice_of(Action(Verb.SET, 99999))}
    assert web.post(f"/duels/{duel_id}/answer", data=wrong).status_code == 409
    assert without_tokens(web.get(f"/duels/{duel_id}").text) == without_tokens(before)


def test_nobody_gets_a_table_somebody_else_works_on() -> None:
    tables = TablesAtHand(2)
    one, two, three = (new_table(seed) for seed in (1, 2, 3))
    tables.put(b"1", one)
    assert tables.take(b"1") is one
    assert tables.take(b"1") is None
    for snapshot, table in ((b"1", one), (b"2", two), (b"3", three)):
        tables.put(snapshot, table)
    assert tables.take(b"1") is None, "the longest unused is forgotten"
    assert tables.take(b"3") is three
