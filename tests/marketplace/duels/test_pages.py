"""The pages: beginning a duel, playing it through, and everything a form may get wrong."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from engine import Action, Verb, practice_decks
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.duels import starting
from marketplace.duels.models import PracticeDuel
from tests.factories import accounts
from tests.marketplace.duels.conftest import choice_of, choices_on, put, stored, table_in, version_on
from tests.marketplace.duels.tables import deck, new_table, seat_first

BEGIN = {
    "ruleset": "rulebook-2009",
    "my_deck": "practice:frog-chorus",
    "their_deck": "practice:black-feathers",
    "opponent": "sensible",
}
REGIONS = {"Accept": "text/vnd.duelfolio.regions"}


def count(database: Database) -> int:
    with database.read() as session:
        return session.scalar(select(func.count()).select_from(PracticeDuel)) or 0


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_every_ruleset_has_a_page_to_begin_with(web: FlaskClient, language: str) -> None:
    for ruleset in ("rulebook-2009", "goat-2005", "advanced", "master-rule-4", "br", "classic", "tag-2017"):
        page = web.get(f"/duels/new?ruleset={ruleset}", headers={"Accept-Language": language})
        assert page.status_code == 200
        for practice in practice_decks():
            if practice.ruleset == ruleset:
                assert f"practice:{practice.id}" in page.text


@pytest.mark.parametrize("ruleset", ["rulebook-2009", "goat-2005", "advanced"])
def test_a_whole_duel_through_the_pages(web: FlaskClient, database: Database, ruleset: str) -> None:
    mine, theirs = [found.id for found in practice_decks() if found.ruleset == ruleset]
    form = BEGIN | {"ruleset": ruleset, "my_deck": f"practice:{mine}", "their_deck": f"practice:{theirs}", "opponent": "script"}
    begun = web.post("/duels/new", data=form)
    assert begun.status_code == 303
    url = begun.location
    chance = random.Random(5)
    for _ in range(1500):
        page = web.get(url)
        assert page.status_code == 200
        assert page.headers["Cache-Control"] == "no-store"
        choices = choices_on(page.text)
        if not choices:
            break
        answer = web.post(f"{url}/answer", data={"version": version_on(page.text), "choice": chance.choice(choices)})
        assert answer.status_code == 303, answer.text
        assert answer.location.endswith(f"{url}#prompt")
    duel_id = int(url.rsplit("/", 1)[1])
    row = stored(database, duel_id)
    assert row.status == "over"
    assert row.result in ("won", "lost", "tie")
    assert row.reason
    assert row.finished_at is not None
    listed = web.get("/duels")
    assert listed.status_code == 200
    assert url in listed.text


def test_the_seed_is_nowhere_on_the_page(web: FlaskClient, database: Database) -> None:
    url = web.post("/duels/new", data=BEGIN).location
    row = stored(database, int(url.rsplit("/", 1)[1]))
    page = web.get(url).text
    assert str(row.seed) not in page
    assert str(row.agent_seed) not in page


def test_seeds_are_large_and_differ(web: FlaskClient, database: Database) -> None:
    for _ in range(4):
        web.post("/duels/new", data=BEGIN)
    with database.read() as session:
        seeds = set(session.scalars(select(PracticeDuel.seed))) | set(session.scalars(select(PracticeDuel.agent_seed)))
    assert len(seeds) == 8
    assert max(seeds) > 2**40


def test_the_same_form_sent_twice_begins_one_duel(web: FlaskClient, database: Database) -> None:
    form = BEGIN | {"form_key": "abc"}
    first, second = web.post("/duels/new", data=form), web.post("/duels/new", data=form)
    assert first.location == second.location
    assert count(database) == 1
    web.post("/duels/new", data=form | {"opponent": "script"})
    assert count(database) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"ruleset": "tag-2017", "my_deck": "practice:village-guard"},  # its list forbids Pot of Greed
        {"ruleset": "nonsense"},
        {"my_deck": ""},
        {"my_deck": "practice:nonsense"},
        {"my_deck": "own:1e3"},
        {"my_deck": "mirror"},
        {"their_deck": "practice:"},
        {"opponent": "random"},
        {"opponent": ""},
        {"ruleset": "goat-2005", "their_deck": "practice:village-guard"},  # my Deck has cards of later years
    ],
)
def test_a_wrong_beginning_is_refused_in_words(web: FlaskClient, database: Database, wrong: dict[str, str]) -> None:
    refused = web.post("/duels/new", data=BEGIN | wrong)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert count(database) == 0


def test_a_deck_of_somebody_else_does_not_exist(web: FlaskClient) -> None:
    assert web.post("/duels/new", data=BEGIN | {"my_deck": "own:1"}).status_code == 404


def test_no_more_than_twenty_duels_at_once(web: FlaskClient, database: Database, player: User) -> None:
    table = new_table(1)
    for _ in range(starting.MOST_RUNNING):
        put(database, table, player.id)
    refused = web.post("/duels/new", data=BEGIN)
    assert refused.status_code == 422
    assert str(starting.MOST_RUNNING) in refused.text
    assert count(database) == starting.MOST_RUNNING


# --- answering --------------------------------------------------------------------------------------------------


@pytest.fixture
def duel(database: Database, player: User) -> int:
    """A duel in the person's first Main Phase."""
    decks = [deck("Gemini Elf", "Mystical Elf"), deck("Luster Dragon")]
    return put(database, seat_first("rulebook-2009", decks), player.id, decks)


def unchanged(database: Database, duel_id: int, before: PracticeDuel) -> bool:
    now = stored(database, duel_id)
    return (now.version, now.snapshot, now.updated_at) == (before.version, before.snapshot, before.updated_at)


def forged() -> list[tuple[dict[str, Any], int]]:
    return [
        ({"choice": "not json"}, 400),
        ({"choice": ""}, 409),  # a button that explains why not
        ({"choice": "[]"}, 400),
        ({"choice": '{"verb":"fly"}'}, 400),
        ({"choice": '{"verb":"phase","value":3}'}, 400),
        ({"choice": '{"card":"1","verb":"set"}'}, 400),
        ({"choice": '{"card":true,"verb":"set"}'}, 400),
        ({"choice": '{"verb":"phase","value":"end","uid":1}'}, 400),
        ({"choice": "[" * 200}, 400),
        ({"choice": '{"verb":"set","value":"' + "x" * 400 + '"}'}, 400),
        ({"choice": '{"verb":"phase","value":"battle"}'}, 409),
        ({"choice": '{"verb":"surrender"}'}, 409),
        ({"choice": '{"verb":"pass"}'}, 409),
        ({"choice": '{"verb":"done"}'}, 409),
        ({"choice": '{"card":999999,"verb":"set"}'}, 409),
        ({"choice": '{"card":-1,"verb":"normal_summon"}'}, 409),
        ({"choice": '{"card":99999999999999999999999,"verb":"normal_summon"}'}, 409),
        ({"version": "x"}, 400),
        ({"version": ""}, 400),
        ({"version": "1" * 30}, 400),
        ({"version": "0"}, 409),
        ({"version": "999"}, 409),
    ]


@pytest.mark.parametrize(("fields", "status"), forged())
def test_forged_answers_change_nothing(
    web: FlaskClient, database: Database, duel: int, fields: dict[str, Any], status: int
) -> None:
    before = stored(database, duel)
    good = {"version": str(before.version), "choice": choice_of(Action(Verb.PHASE, value="end"))}
    for headers in ({}, REGIONS, {"HX-Request": "true"}):
        answer = web.post(f"/duels/{duel}/answer", data=good | fields, headers=headers)
        assert answer.status_code == status
        assert f'value="{before.version}"' in answer.text, "the page as it stands comes with the refusal"
        assert 'role="alert"' in answer.text
        assert ("<html" in answer.text) is (not headers)
    assert unchanged(database, duel, before)


def test_a_token_of_a_hidden_card_is_no_option(web: FlaskClient, database: Database, duel: int) -> None:
    table = table_in(database, duel)
    before = stored(database, duel)
    theirs = [card["token"] for card in table.duel.view(0)["opponent"]["hand"]]
    for token in theirs:
        choice = choice_of(Action(Verb.NORMAL_SUMMON, token))
        answer = web.post(f"/duels/{duel}/answer", data={"version": before.version, "choice": choice})
        assert answer.status_code == 409
        assert "Luster Dragon" not in answer.text
    assert unchanged(database, duel, before)


def test_a_zone_can_be_named_and_must_exist(web: FlaskClient, database: Database, duel: int) -> None:
    table = table_in(database, duel)
    a_set = next(action for action in table.options() if action.verb is Verb.SET)
    for zone in (-1, 5, 99):
        choice = choice_of(Action(a_set.verb, a_set.card, zone=zone))
        assert web.post(f"/duels/{duel}/answer", data={"version": table.version, "choice": choice}).status_code == 409
    choice = choice_of(Action(a_set.verb, a_set.card, zone=3))
    assert web.post(f"/duels/{duel}/answer", data={"version": table.version, "choice": choice}).status_code == 303
    assert table_in(database, duel).duel.view(0)["you"]["monsters"][3] is not None


def test_an_answer_given_twice_is_done_once(web: FlaskClient, database: Database, duel: int) -> None:
    page = web.get(f"/duels/{duel}").text
    data = {"version": version_on(page), "choice": choices_on(page)[0]}
    assert web.post(f"/duels/{duel}/answer", data=data).status_code == 303
    after = stored(database, duel)
    again = web.post(f"/duels/{duel}/answer", data=data)
    assert again.status_code == 409
    assert f'value="{after.version}"' in again.text
    assert unchanged(database, duel, after)


def test_regions_are_answered_in_place(web: FlaskClient, duel: int) -> None:
    page = web.get(f"/duels/{duel}").text
    data = {"version": version_on(page), "choice": choices_on(page)[0]}
    answer = web.post(f"/duels/{duel}/answer", data=data, headers=REGIONS)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert version_on(answer.text) != data["version"]


@pytest.mark.parametrize(
    "path", ["", "/wait?version=1", "/answer", "/undo", "/surrender", "/settings", "/rematch", "/delete", "/continue"]
)
def test_a_duel_of_somebody_else_does_not_exist(web: FlaskClient, database: Database, path: str, duel: int) -> None:
    with database.write() as session:
        other = accounts.user(session)
    foreign = put(database, new_table(2), other.id)
    before = stored(database, foreign)
    data = {"version": before.version, "choice": '{"verb":"surrender"}', "confirmed": "1", "mode": "off"}
    if path in ("", "/wait?version=1"):
        assert web.get(f"/duels/{foreign}{path}").status_code == 404
    else:
        for sent in (data, data | {"confirmed": "0"}):
            assert web.post(f"/duels/{foreign}{path}", data=sent).status_code == 404
    assert unchanged(database, foreign, before)


def test_signed_out_people_are_asked_to_sign_in(app: Any, duel: int) -> None:
    client = app.test_client()
    for path in ("/duels", "/duels/new", f"/duels/{duel}"):
        assert client.get(path).status_code in (302, 303, 401)
    assert client.post(f"/duels/{duel}/answer", data={"version": "1"}).status_code in (302, 303, 401)


# --- around the answers -----------------------------------------------------------------------------------------


def test_undo_through_the_page(web: FlaskClient, database: Database, duel: int) -> None:
    before = table_in(database, duel)
    a_set = next(action for action in before.options() if action.verb is Verb.SET)
    web.post(f"/duels/{duel}/answer", data={"version": before.version, "choice": choice_of(a_set)})
    changed = table_in(database, duel)
    assert changed.can_undo
    old = web.post(f"/duels/{duel}/undo", data={"version": before.version})
    assert old.status_code == 409
    assert web.post(f"/duels/{duel}/undo", data={"version": changed.version}).status_code == 303
    after = table_in(database, duel)
    assert after.duel.to_json() == before.duel.to_json()
    assert after.version > changed.version
    nothing = web.post(f"/duels/{duel}/undo", data={"version": after.version})
    assert nothing.status_code == 409
    assert "cannot be taken back" in nothing.text


def test_why_something_cannot_be_taken_back(web: FlaskClient, database: Database, duel: int) -> None:
    version = stored(database, duel).version
    web.post(f"/duels/{duel}/answer", data={"version": version, "choice": choice_of(Action(Verb.PHASE, value="end"))})
    refused = web.post(f"/duels/{duel}/undo", data={"version": stored(database, duel).version})
    assert refused.status_code == 409
    assert "the opponent has acted since" in refused.text


def test_surrender_wants_to_be_confirmed(web: FlaskClient, database: Database, duel: int) -> None:
    before = stored(database, duel)
    assert web.post(f"/duels/{duel}/surrender").status_code == 409
    assert unchanged(database, duel, before)
    assert web.post(f"/duels/{duel}/surrender", data={"confirmed": "1"}).status_code == 303
    row = stored(database, duel)
    assert (row.status, row.result, row.reason, row.waiting) == ("over", "lost", "win.surrender", "over")
    assert web.get(f"/duels/{duel}").status_code == 200
    assert web.post(f"/duels/{duel}/surrender", data={"confirmed": "1"}).status_code == 409


def test_the_loser_chooses_in_a_rematch(web: FlaskClient, database: Database, duel: int) -> None:
    assert web.post(f"/duels/{duel}/rematch").location.endswith("/duels"), "not before it is over"
    web.post(f"/duels/{duel}/surrender", data={"confirmed": "1"})
    for _ in range(4):
        url = web.post(f"/duels/{duel}/rematch").location
        again = int(url.rsplit("/", 1)[1])
        table = table_in(database, again)
        assert table.toss == 0
        decision = table.duel.decision
        assert decision is not None
        assert decision.kind == "first"
        row = stored(database, again)
        assert row.rematch_of == duel
        assert row.decks == stored(database, duel).decks
        page = web.get(url).text
        assert "You choose: who goes first?" in page
        assert "won the coin toss. Who goes first?" not in page


def test_the_rematch_keeps_the_settings(web: FlaskClient, database: Database, duel: int) -> None:
    web.post(f"/duels/{duel}/settings", data={"mode": "every", "stops": ["my_draw", "their_end"], "speed": "slow"})
    web.post(f"/duels/{duel}/surrender", data={"confirmed": "1"})
    again = int(web.post(f"/duels/{duel}/rematch").location.rsplit("/", 1)[1])
    table = table_in(database, again)
    assert table.mode == "every"
    assert table.stops == {"my_draw", "their_end"}
    assert stored(database, again).speed == "slow"


def test_settings(web: FlaskClient, database: Database, duel: int) -> None:
    version = stored(database, duel).version
    assert web.post(f"/duels/{duel}/settings", data={"mode": "off"}).status_code == 303
    table = table_in(database, duel)
    assert (table.mode, table.version) == ("off", version + 1)
    web.post(f"/duels/{duel}/settings", data={"toggle": "my_draw"})
    assert "my_draw" in table_in(database, duel).stops
    web.post(f"/duels/{duel}/settings", data={"toggle": "my_draw"})
    assert "my_draw" not in table_in(database, duel).stops
    web.post(f"/duels/{duel}/settings", data={"stops_sent": "1"})
    assert table_in(database, duel).stops == frozenset()
    for wrong in ({"mode": "loud"}, {"stops": "lunch"}, {"speed": "warp"}):
        before = stored(database, duel)
        assert web.post(f"/duels/{duel}/settings", data=wrong).status_code == 400
        assert unchanged(database, duel, before)


def test_waiting(web: FlaskClient, database: Database, duel: int) -> None:
    version = stored(database, duel).version
    nothing = web.get(f"/duels/{duel}/wait?version={version}")
    assert nothing.status_code == 204
    assert nothing.headers["Cache-Control"] == "no-store"
    news = web.get(f"/duels/{duel}/wait?version={version - 1}", headers=REGIONS)
    assert news.status_code == 200
    assert "<html" not in news.text
    assert web.get(f"/duels/{duel}/wait?version=x").status_code == 400


def test_deleting_wants_to_be_confirmed(web: FlaskClient, database: Database, duel: int) -> None:
    web.post(f"/duels/{duel}/delete")
    assert count(database) == 1
    web.post(f"/duels/{duel}/delete", data={"confirmed": "1"})
    assert count(database) == 0
    assert web.get(f"/duels/{duel}").status_code == 404


def test_hold_through_the_page(web: FlaskClient, database: Database, player: User) -> None:
    decks = [deck("Reckless Greed"), deck("Luster Dragon")]
    table = seat_first("rulebook-2009", decks)
    table.answer(next(action for action in table.options() if action.verb is Verb.SET))
    table.run(1e18)
    table.answer(Action(Verb.PHASE, value="end"))
    table.run(1e18)
    duel_id = put(database, table, player.id, decks)
    assert web.post(f"/duels/{duel_id}/answer", data={"version": table.version, "hold": "1"}).status_code == 303
    decision = table_in(database, duel_id).duel.decision
    assert decision is not None
    assert decision.reason == "attack"
    open_state = seat_first("rulebook-2009", decks)
    duel_id = put(database, open_state, player.id, decks)
    refused = web.post(f"/duels/{duel_id}/answer", data={"version": open_state.version, "hold": "1"})
    assert refused.status_code == 409, "there is nothing to pass in an open state"


def test_lists_take_a_fixed_number_of_queries(web: FlaskClient, database: Database, player: User, count_queries: Any) -> None:
    table = new_table(1)
    for _ in range(3):
        put(database, table, player.id)
    with count_queries(database) as few:
        web.get("/duels")
    table.surrender()
    for _ in range(30):
        put(database, table, player.id)
    with count_queries(database) as many:
        page = web.get("/duels")
    assert many.count == few.count
    assert "page=2" in page.text
    assert not any("snapshot" in statement for statement in many.statements)
