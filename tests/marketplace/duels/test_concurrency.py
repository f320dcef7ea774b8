"""Two answers to one question: one is done. The opponent thinks without holding the site up."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from engine import Action, Verb
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.duels import opponents, playing, starting
from marketplace.duels.models import PracticeDuel
from marketplace.jobs import Job, run_pending
from tests.marketplace.duels import racing
from tests.marketplace.duels.conftest import choice_of, choices_on, put, stored, table_in
from tests.marketplace.duels.tables import deck, seat_first

pytestmark = pytest.mark.thorough

DECKS = [deck("Gemini Elf", "Mystical Elf"), deck("Luster Dragon")]


@pytest.fixture
def duel(database: Database, player: User) -> int:
    return put(database, seat_first("rulebook-2009", DECKS), player.id, DECKS)


def test_processes_that_answer_the_same_question(database: Database, player: User, duel: int, tmp_path: Path) -> None:
    start = tmp_path / "start"
    before = stored(database, duel)
    table = table_in(database, duel)
    options, asked = table.options(), len(table.transcript.answers)
    calls = [(str(start), player.id, duel, before.version, options[number % 2].to_json()) for number in range(4)]
    url = database.engine.url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(racing.answer_together, url, *call) for call in calls]
        time.sleep(3)
        start.touch()
        outcomes = Counter(one.result(timeout=120) for one in running)
    assert outcomes == {"done": 1, "conflict": 3}
    answers = table_in(database, duel).transcript.answers[asked:]
    assert next(action for player_, action in answers if player_ == 0) in options[:2]


def test_two_tabs_that_answer_the_same_question(
    app: Flask, database: Database, player: User, duel: int, log_in: Callable[[FlaskClient, object], None]
) -> None:
    before = stored(database, duel)
    options = table_in(database, duel).options()
    gate = threading.Barrier(2)

    def send(number: int) -> tuple[int, str]:
        client = app.test_client()
        log_in(client, player)
        gate.wait()
        answer = client.post(f"/duels/{duel}/answer", data={"version": before.version, "choice": choice_of(options[number])})
        return answer.status_code, answer.text

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(send, range(2)))
    assert [status for status, _text in answers] == [303, 409]
    assert f'value="{stored(database, duel).version}"' in answers[1][1], "the loser sees the duel as it stands now"


def test_the_same_form_raced_begins_one_duel(
    app: Flask, database: Database, player: User, log_in: Callable[[FlaskClient, object], None]
) -> None:
    form = {
        "ruleset": "goat-2005", "my_deck": "practice:village-guard", "their_deck": "mirror", "opponent": "sensible",
        "form_key": "k",
    }  # fmt: skip
    gate = threading.Barrier(3)

    def send(_number: int) -> str:
        client = app.test_client()
        log_in(client, player)
        gate.wait()
        return str(client.post("/duels/new", data=form).location)

    with ThreadPoolExecutor(3) as pool:
        assert len(set(pool.map(send, range(3)))) == 1
    with database.read() as session:
        assert session.scalar(select(func.count()).select_from(PracticeDuel)) == 1


def test_nobody_holds_a_connection_while_the_opponent_thinks(
    app: Flask, database: Database, player: User, log_in: Callable[[FlaskClient, object], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else as many requests as there are connections wait for one another's second one, and the site stands still."""
    held = []
    real = opponents.choose

    def choose(*arguments: Any) -> Action:
        held.append(database.engine.pool.checkedout())  # type: ignore[attr-defined]
        return real(*arguments)

    monkeypatch.setattr(opponents, "choose", choose)
    duel = put(database, seat_first("rulebook-2009", DECKS), player.id, DECKS)
    client = app.test_client()
    log_in(client, player)
    answer = client.post(f"/duels/{duel}/answer", data={"version": stored(database, duel).version, "choice": choice_of(END)})
    assert answer.status_code == 303
    assert held
    assert set(held) == {0}


def test_the_last_free_place_is_taken_once(
    app: Flask, database: Database, player: User, log_in: Callable[[FlaskClient, object], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "MOST_RUNNING", 1)
    form = {"ruleset": "goat-2005", "my_deck": "practice:village-guard", "their_deck": "mirror", "opponent": "sensible"}
    gate = threading.Barrier(4)

    def send(_number: int) -> int:
        client = app.test_client()
        log_in(client, player)
        gate.wait()
        return client.post("/duels/new", data=form).status_code

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(send, range(4))) == [303, 422, 422, 422]


@pytest.fixture
def slow_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """An opponent that takes a tenth of a second for each decision."""
    real = opponents.choose

    def choose(*arguments: Any) -> Action:
        time.sleep(0.1)
        return real(*arguments)

    monkeypatch.setattr(opponents, "choose", choose)
    monkeypatch.setattr(playing, "PATIENCE", 0.4)


END = Action(Verb.PHASE, value="end")


def test_nobody_waits_for_the_opponent(
    web: FlaskClient, database: Database, duel: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a request lets the opponent think, another one writes: the opponent decides nothing before that is done."""
    version = stored(database, duel).version
    thinking, written = threading.Event(), threading.Event()
    in_time: list[bool] = []
    real = opponents.choose

    def choose(*arguments: Any) -> Action:
        thinking.set()
        in_time.append(written.wait(20))
        return real(*arguments)

    def write() -> None:
        thinking.wait(20)
        with database.write() as session:
            session.add(Job(kind="test.nothing", payload={}))
        written.set()

    monkeypatch.setattr(opponents, "choose", choose)
    writer = threading.Thread(target=write)
    writer.start()
    web.post(f"/duels/{duel}/answer", data={"version": version, "choice": choice_of(END)})
    writer.join()
    assert in_time
    assert all(in_time)


@pytest.mark.usefixtures("slow_opponent")
def test_a_long_turn_goes_on_in_the_background(app: Flask, web: FlaskClient, database: Database, duel: int) -> None:
    version = stored(database, duel).version
    assert web.post(f"/duels/{duel}/answer", data={"version": version, "choice": choice_of(END)}).status_code == 303
    row = stored(database, duel)
    assert row.waiting == "opponent"
    page = web.get(f"/duels/{duel}")
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page.text
    assert choices_on(page.text) == []
    assert web.get(f"/duels/{duel}/wait?version={row.version}").status_code == 204
    early = web.post(f"/duels/{duel}/answer", data={"version": row.version, "choice": choice_of(END)})
    assert early.status_code == 409
    assert run_pending(app) == 1
    after = stored(database, duel)
    assert after.waiting == "you"
    assert after.version > row.version
    assert web.get(f"/duels/{duel}/wait?version={row.version}").status_code == 200
    assert 'http-equiv="refresh"' not in web.get(f"/duels/{duel}").text


@pytest.mark.usefixtures("slow_opponent")
def test_the_continue_button_plays_on_without_the_background(web: FlaskClient, database: Database, duel: int) -> None:
    version = stored(database, duel).version
    web.post(f"/duels/{duel}/answer", data={"version": version, "choice": choice_of(END)})
    for _ in range(40):
        if stored(database, duel).waiting == "you":
            break
        assert web.post(f"/duels/{duel}/continue").status_code == 303
    assert stored(database, duel).waiting == "you"


@pytest.mark.usefixtures("slow_opponent")
def test_the_course_does_not_depend_on_who_plays_the_opponents_part(
    app: Flask, web: FlaskClient, database: Database, player: User
) -> None:
    """In one request, in the background, and after a restart the opponent does the same."""
    table = seat_first("rulebook-2009", DECKS)
    first, second = (put(database, table, player.id, DECKS) for _ in range(2))
    table.answer(END)
    table.run(1e18)
    for duel_id in (first, second):
        web.post(f"/duels/{duel_id}/answer", data={"version": stored(database, duel_id).version, "choice": choice_of(END)})
    run_pending(app)
    while stored(database, second).waiting == "opponent":
        web.post(f"/duels/{second}/continue")
    for duel_id in (first, second):
        assert table_in(database, duel_id).duel.to_json() == table.duel.to_json()


def test_an_opponent_that_breaks_down_does_not_end_the_duel(
    web: FlaskClient, database: Database, duel: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def choose(self, *_arguments: object) -> Action:
            raise LookupError("no idea")

    monkeypatch.setattr(opponents, "make_agent", lambda *_arguments: Broken())
    version = stored(database, duel).version
    assert web.post(f"/duels/{duel}/answer", data={"version": version, "choice": choice_of(END)}).status_code == 303
    assert stored(database, duel).waiting == "you"
    assert "broke down" in caplog.text


def test_a_duel_deleted_while_the_opponent_thinks(app: Flask, web: FlaskClient, database: Database, duel: int) -> None:
    with app.app_context(), database.write() as session:
        from marketplace.jobs import enqueue

        enqueue(session, playing.THINK, {"duel_id": duel, "user_id": 1})
        row = session.get(PracticeDuel, duel)
        assert row is not None
        row.waiting = "opponent"
    web.post(f"/duels/{duel}/delete", data={"confirmed": "1"})
    run_pending(app)
    with database.read() as session:
        assert session.scalar(select(Job.state)) == "done"
