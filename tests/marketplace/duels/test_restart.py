"""Saved duels: taken up exactly after a restart and after a killed process; what cannot be read is said in words."""

from __future__ import annotations

import math
import random
import re
import signal
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import update

from engine import Action, DuelDeck, Verb, not_playable, practice_decks
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.duels import saving
from marketplace.duels import table as table_module
from marketplace.duels.deck_record import pack_decks, unpack_decks
from marketplace.duels.models import PracticeDuel
from marketplace.duels.table import Table
from tests.marketplace.duels.conftest import choice_of, play_out, put, stored, table_in, without_tokens
from tests.marketplace.duels.tables import deck, do, new_table, practice, seat_first, seen, starter

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).resolve().parents[3]
CHAIN = [deck("Mystical Space Typhoon", "Seven Tools of the Bandit", "Trap Hole"), deck("Gemini Elf", "Luster Dragon")]


def mid_chain() -> Table:
    """A table with a Chain being built, at a question of the person."""
    for seed in range(200):
        chance = random.Random(seed)
        table = new_table(seed, "goat-2005")
        for _ in range(300):
            if table.waiting != "you":
                break
            if table.duel.state.chain:
                return table
            do(table, chance.choice(table.options()))
    raise AssertionError("no Chain came up")


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_process_killed_in_the_middle_of_a_chain(web: FlaskClient, database: Database, player: User, when: str) -> None:
    table = mid_chain()
    duel_id = put(database, table, player.id)
    page = web.get(f"/duels/{duel_id}").text
    expected = Table.from_json(table.to_json())
    if when == "after":
        do(expected, expected.options()[0])
    url = database.engine.url.render_as_string(hide_password=False)
    killed = subprocess.run(
        [sys.executable, "-m", "tests.marketplace.duels.racing", url, str(player.id), str(duel_id), when],
        cwd=ROOT,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    found = table_in(database, duel_id)
    assert seen(found) == seen(expected)
    assert found.duel.to_json() == expected.duel.to_json()
    if when == "before":
        again = web.get(f"/duels/{duel_id}").text
        assert without_tokens(again) == without_tokens(page), "the same question on the same page, byte by byte"
    version = stored(database, duel_id).version
    option = found.options()[0]
    assert web.post(f"/duels/{duel_id}/answer", data={"version": version, "choice": choice_of(option)}).status_code == 303


@pytest.mark.parametrize("ruleset", ["rulebook-2009", "goat-2005", "advanced"])
def test_a_duel_saved_after_every_answer_goes_on_as_one_never_saved(ruleset: str) -> None:
    for agent in ("script", "sensible"):
        kept, saved = new_table(11, ruleset, agent=agent), new_table(11, ruleset, agent=agent)
        chance = random.Random(1)
        for _ in range(40):
            if kept.waiting != "you":
                break
            action = chance.choice(kept.options())
            do(kept, action)
            saved = Table.from_json(saved.to_json())
            do(saved, action)
            assert saved.to_json() == kept.to_json()


def test_what_is_pending_survives_a_restart_while_the_opponent_thinks() -> None:
    """Whether an action can be taken back is judged the same, whoever plays the opponent's part on."""
    decks = [deck("Gemini Elf"), deck("Luster Dragon")]
    table = seat_first("rulebook-2009", decks)
    summon = next(action for action in table.options() if action.verb is Verb.NORMAL_SUMMON)
    whole = Table.from_json(table.to_json())
    do(whole, summon)
    assert whole.can_undo
    table.answer(summon)
    table.run(0.0)
    assert table.waiting == "opponent"
    table = Table.from_json(table.to_json())
    table.run(math.inf)
    assert seen(table) == seen(whole)


def test_a_deck_is_kept_exactly_as_far_as_duels_need_it() -> None:
    for ruleset in ("rulebook-2009", "goat-2005", "advanced"):
        decks = practice(ruleset)
        again = unpack_decks(pack_decks(decks))
        assert not_playable([*again[0].main, *again[1].extra]) == []
        one = Table.start(ruleset, decks, 5, "script", 5)
        other = Table.start(ruleset, again, 5, "script", 5)
        for table in (one, other):
            table.run(math.inf)
            play_out(table)
        assert one.duel.to_json() == other.duel.to_json()


def test_every_card_of_the_starter_catalogue_can_be_kept() -> None:
    from engine import read_starter

    cards = list(read_starter().cards)
    (again,) = unpack_decks(pack_decks([DuelDeck(cards)]))
    for kept, card in zip(again.main, cards, strict=True):
        assert (kept.name, kept.passcode, kept.kind, kept.frame, kept.attribute, kept.type, kept.abilities, kept.icon) == (
            card.name, card.passcode, card.kind, card.frame, card.attribute, card.type, card.abilities, card.icon,
        )  # fmt: skip
        assert (kept.level, kept.rank, kept.link, kept.scale, kept.arrows, kept.atk, kept.defense, kept.materials) == (
            card.level, card.rank, card.link, card.scale, card.arrows, card.atk, card.defense, card.materials,
        )  # fmt: skip
        assert kept.archetypes == card.archetypes


@pytest.mark.parametrize(
    "damage",
    [
        b"not compressed",
        zlib.compress(b"not json"),
        zlib.compress(b"\xff\xfe"),
        zlib.compress(b'{"schema":99}\n{}'),
        zlib.compress(b"{}\n{}"),
    ],
)
def test_a_saved_duel_that_cannot_be_read_is_said_in_words(
    web: FlaskClient, database: Database, player: User, damage: bytes
) -> None:
    duel_id = put(database, new_table(1), player.id)
    with database.write() as session:
        session.execute(update(PracticeDuel).values(snapshot=damage))
    page = web.get(f"/duels/{duel_id}")
    assert page.status_code == 409
    assert "another version of the site" in page.text
    assert f"/duels/{duel_id}/delete" in page.text
    for path in ("answer", "surrender", "continue", "undo", "settings"):
        data = {"version": stored(database, duel_id).version, "choice": choice_of(Action(Verb.PASS)), "confirmed": "1"}
        assert web.post(f"/duels/{duel_id}/{path}", data=data).status_code == 409
    assert web.get("/duels").status_code == 200
    assert web.post(f"/duels/{duel_id}/delete", data={"confirmed": "1"}).status_code == 303


def test_a_snapshot_of_another_schema_of_the_engine(web: FlaskClient, database: Database, player: User) -> None:
    table = new_table(1)
    duel_id = put(database, table, player.id)
    text = re.sub(r'"duel":\{"schema":\d+', '"duel":{"schema":7777', table.to_json())
    assert "7777" in text
    with database.write() as session:
        session.execute(update(PracticeDuel).values(snapshot=zlib.compress(text.encode())))
    assert "another version of the site" in web.get(f"/duels/{duel_id}").text


def test_a_duel_of_older_rules_code_goes_on_and_says_so(web: FlaskClient, database: Database, player: User) -> None:
    decks = [deck("Gemini Elf"), deck("Mystical Elf")]
    table = seat_first("rulebook-2009", decks)
    table.transcript.version -= 1
    do(table, next(action for action in table.options() if action.verb is Verb.SET))
    duel_id = put(database, table, player.id, decks)
    with database.write() as session:
        session.execute(update(PracticeDuel).values(rules_version=table.transcript.version))
    page = web.get(f"/duels/{duel_id}")
    assert page.status_code == 200
    assert "have been improved since the duel began" in page.text
    refused = web.post(f"/duels/{duel_id}/undo", data={"version": stored(database, duel_id).version})
    assert refused.status_code == 409
    assert "have been improved" in refused.text
    option = table.options()[0]
    answer = web.post(
        f"/duels/{duel_id}/answer", data={"version": stored(database, duel_id).version, "choice": choice_of(option)}
    )
    assert answer.status_code == 303


def test_old_boards_are_thinned_out_and_transcripts_stay(
    web: FlaskClient, database: Database, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "BOARDS_KEPT", 2)
    ids = []
    for seed in range(4):
        duel_id = put(database, new_table(seed), player.id)
        web.post(f"/duels/{duel_id}/surrender", data={"confirmed": "1"})
        ids.append(duel_id)
    running = put(database, new_table(9), player.id)
    rows = {duel_id: stored(database, duel_id) for duel_id in (*ids, running)}
    assert [rows[duel_id].snapshot is None for duel_id in ids] == [True, True, False, False]
    transcript = rows[ids[0]].transcript
    assert transcript is not None
    assert str(rows[ids[0]].seed).encode() in zlib.decompress(transcript)
    assert rows[running].snapshot is not None
    thinned = web.get(f"/duels/{ids[0]}")
    assert thinned.status_code == 409
    assert "only the course is kept" in thinned.text
    assert f"/duels/{ids[0]}/rematch" in thinned.text
    assert web.post(f"/duels/{ids[0]}/rematch").status_code == 303, "the Decks are kept as well"


def test_a_duel_that_goes_on_for_too_long_is_closed(
    web: FlaskClient, database: Database, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks = [deck("Mystical Elf"), deck("Mystical Elf")]
    table = seat_first("rulebook-2009", decks)
    duel_id = put(database, table, player.id, decks)
    monkeypatch.setattr(table_module, "MOST_ANSWERS", len(table.transcript.answers) + 2)
    version = table.version
    web.post(f"/duels/{duel_id}/answer", data={"version": version, "choice": choice_of(Action(Verb.PHASE, value="end"))})
    row = stored(database, duel_id)
    assert (row.status, row.result, row.waiting) == ("closed", "tie", "over")
    assert web.get(f"/duels/{duel_id}").status_code == 200
    late = web.post(f"/duels/{duel_id}/answer", data={"version": row.version, "choice": choice_of(Action(Verb.PASS))})
    assert late.status_code == 409


def test_a_saved_duel_is_small(database: Database, player: User) -> None:
    sizes = []
    for ruleset in ("rulebook-2009", "goat-2005", "advanced"):
        table = new_table(3, ruleset)
        play_out(table)
        duel_id = put(database, table, player.id)
        row = stored(database, duel_id)
        assert row.snapshot is not None
        sizes.append(len(row.snapshot))
    assert max(sizes) < 80_000, sizes


def test_all_practice_decks_can_be_kept() -> None:
    for found in practice_decks():
        chosen = found.duel_deck(starter())
        (again,) = unpack_decks(pack_decks([chosen]))
        assert [card.name for card in again.main] == list(found.main)
        assert [card.name for card in again.extra] == list(found.extra)
