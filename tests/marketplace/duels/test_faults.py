"""The rules code breaks down in the middle of a duel: the person reads why, nothing is lost, and there are ways out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import Action, Duel, Verb
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.duels import playing
from marketplace.jobs import run_pending
from tests.marketplace.duels.conftest import choice_of, put, stored, table_in, version_on
from tests.marketplace.duels.tables import practice, seat_first

END = choice_of(Action(Verb.PHASE, value="end"))


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """What the opponent does in its own turn cannot be carried out."""
    sound = Duel.apply_legal

    def fails(duel: Duel, player: int, action: Action) -> None:
        if player == 1 == duel.state.turn_player:
            raise RuntimeError("a card nobody has tried")
        sound(duel, player, action)

    with monkeypatch.context() as patch:
        patch.setattr(Duel, "apply_legal", fails)
        yield patch


@pytest.fixture
def duel(database: Database, player: User) -> int:
    """A duel in the person's first Main Phase, before the opponent's first turn."""
    return put(database, seat_first("rulebook-2009", practice("rulebook-2009")), player.id)


def test_an_answer_that_cannot_be_carried_out_is_refused_in_words(
    web: FlaskClient, database: Database, duel: int, broken: pytest.MonkeyPatch
) -> None:
    before = stored(database, duel)
    form = {"version": version_on(web.get(f"/duels/{duel}").text), "choice": END}
    answer = web.post(f"/duels/{duel}/answer", data=form)
    assert answer.status_code == 409
    assert "Something went wrong in this duel" in answer.text
    assert "a card nobody has tried" not in answer.text
    after = stored(database, duel)
    assert (after.version, after.snapshot) == (before.version, before.snapshot)
    assert web.post(f"/duels/{duel}/surrender", data={"confirmed": "1"}).status_code == 303
    assert stored(database, duel).result == "lost"


def test_a_fault_in_the_background_offers_a_step_back_and_another_try(
    app: Flask, web: FlaskClient, database: Database, duel: int, broken: pytest.MonkeyPatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = table_in(database, duel).duel.view(0)
    with monkeypatch.context() as hurried:
        hurried.setattr(playing, "PATIENCE", 0.0)
        form = {"version": version_on(web.get(f"/duels/{duel}").text), "choice": END}
        assert web.post(f"/duels/{duel}/answer", data=form).status_code == 303
    assert stored(database, duel).waiting == "opponent"
    run_pending(app)
    row = stored(database, duel)
    assert row.status == "running"
    page = web.get(f"/duels/{duel}")
    assert page.status_code == 200
    assert "Something went wrong in this duel" in page.text
    assert "Go back one step" in page.text
    again = web.post(f"/duels/{duel}/continue", headers={"Accept": "text/vnd.duelfolio.regions"})
    assert again.status_code == 200, "another try that fails, too, says the same"
    assert "Something went wrong in this duel" in again.text
    back = web.post(f"/duels/{duel}/undo", data={"version": version_on(again.text)})
    assert back.status_code == 303
    table = table_in(database, duel)
    assert not table.fault
    assert table.duel.view(0) == asked


def test_a_fault_that_is_gone_is_gone_for_the_duel(
    app: Flask, web: FlaskClient, database: Database, duel: int, broken: pytest.MonkeyPatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hurried:
        hurried.setattr(playing, "PATIENCE", 0.0)
        form = {"version": version_on(web.get(f"/duels/{duel}").text), "choice": END}
        web.post(f"/duels/{duel}/answer", data=form)
    run_pending(app)
    assert table_in(database, duel).fault
    broken.undo()
    assert web.post(f"/duels/{duel}/continue").status_code == 303
    table = table_in(database, duel)
    assert not table.fault
    assert table.waiting != "opponent"


def test_a_duel_that_fails_at_its_beginning_is_refused_in_words(
    web: FlaskClient, broken: pytest.MonkeyPatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"ruleset": "goat-2005", "my_deck": "practice:village-guard", "their_deck": "mirror", "opponent": "sensible"}
    answers = set()
    for seed in range(1, 9):
        monkeypatch.setattr("marketplace.duels.starting.secrets.randbits", lambda _bits, seed=seed: seed)
        answers.add(web.post("/duels/new", data=form).status_code)
    assert 422 in answers
    assert answers <= {303, 422}
