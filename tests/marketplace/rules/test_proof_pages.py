"""What proves a rule, on its page: examples on a board, tests by name, reasons; what differs between two rulesets; play from here."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import RULESETS, Action, Verb, example, examples, house_rules, in_force, proof_of, read_ruleset, rule, rules
from engine.notation.showing import acts
from engine.rulebook.proving import kinds
from marketplace.db import Database
from marketplace.duels import from_example, saving
from marketplace.duels.models import PracticeDuel
from marketplace.duels.sides import COMPUTERS
from marketplace.duels.table import Table
from marketplace.rules import example_words, house
from marketplace.rules.comparing import compare
from marketplace.rules.examples import cards, first_choice
from marketplace.rules.words import PROVEN_BY
from tests.conftest import QueryCounter
from tests.factories import accounts

REFUSED = "rules-refusals-only-a-face-down-monster-is-flip-summoned"


def get(client: FlaskClient, address: str, language: str = "en", status: int = 200) -> str:
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == status
    return html.unescape(answer.get_data(as_text=True))


@pytest.fixture
def visitor(starter_app: Flask) -> FlaskClient:
    return starter_app.test_client()


@pytest.fixture
def player(starter_app: Flask, starter_database: Database, log_in: Callable[[FlaskClient, object], None]) -> FlaskClient:
    with starter_database.write() as session:
        user = accounts.user(session, "Ana")
    client = starter_app.test_client()
    log_in(client, user)
    return client


def duel_of(database: Database, duel_id: int) -> tuple[PracticeDuel, Table]:
    with database.read() as session:
        row = session.get(PracticeDuel, duel_id)
        assert row is not None
        row = saving.get_duel(session, row.user_id, duel_id)
        return row, saving.table_of(row)


def begin(client: FlaskClient, example_id: str, under: int = 0, **more: str) -> int:
    answer = client.post("/duels/from-example", data={"example": example_id, "under": str(under), **more})
    assert answer.status_code == 303, answer.text[:300]
    return int(answer.location.rsplit("/", 1)[1])


def test_a_rule_shows_an_example_with_its_board_and_what_is_refused(visitor: FlaskClient) -> None:
    page = get(visitor, "/rules/summon.flip.to_face_up_attack")
    assert str(PROVEN_BY["scenario"]) in page
    first, *more = proof_of("summon.flip.to_face_up_attack").examples
    assert f"/rules/examples/{first}" in page
    assert all(f'href="/rules/examples/{other}"' in page for other in more)
    shown = get(visitor, f"/rules/examples/{REFUSED}")
    for words in ("Only a face-down monster is Flip Summoned", "Gemini Elf", "Luster Dragon", "face-down", "8000 LP"):
        assert words in shown
    assert "You:</strong> Flip Summon Gemini Elf" in shown
    assert "Only your own face-down monster can be Flip Summoned." in shown
    assert "Flip Summon of Luster Dragon" in shown or "Luster Dragon" in shown.split("Afterwards")[1]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ("Vous, refusé\u00a0: ", "Position de Défense", "Ce qui est tenté, et ce qui se passe", "Après")),
        ("pt", ("Você, recusado: Invocar ", "Posição de Defesa", "O que se tenta, e o que acontece", "Depois")),
    ],
)
def test_an_example_speaks_the_readers_language(visitor: FlaskClient, language: str, words: tuple[str, ...]) -> None:
    page = get(visitor, f"/rules/examples/{REFUSED}", language)
    for one in words:
        assert one in page
    assert rule("summon.flip.to_face_up_attack").refusal[language] in page
    assert "Only a face-down monster" not in page


def test_the_ruleset_of_an_example_can_be_chosen(visitor: FlaskClient) -> None:
    one = example(REFUSED)
    assert first_choice(one) == one.rulesets.index("advanced")
    under = one.rulesets.index("goat-2005")
    page = get(visitor, f"/rules/examples/{REFUSED}?under={under}")
    assert '<strong aria-current="page">GOAT (2005)</strong>' in page
    for odd in ("99", "-1", "x", "1111111"):
        assert "Advanced (the rules now)</strong>" in get(visitor, f"/rules/examples/{REFUSED}?under={odd}")


def test_no_example_of_that_name(visitor: FlaskClient) -> None:
    get(visitor, "/rules/examples/no-such-example", status=404)


def test_further_examples_are_named_in_the_readers_language(visitor: FlaskClient) -> None:
    found = [example(one) for one in proof_of("zone.full.cannot_play").examples[1:]]
    for language, words in (("fr", "refusé\u00a0:"), ("pt", "recusado:")):
        page = get(visitor, "/rules/zone.full.cannot_play", language)
        assert page.count(words) >= len(found) // 2
        assert not any(one.name in page for one in found)
    assert all(one.name[1:] in get(visitor, "/rules/zone.full.cannot_play") for one in found[:3])


def test_every_kind_of_proof_is_told(visitor: FlaskClient) -> None:
    texts = [rule_id for rule_id, (kind, _) in kinds().items() if kind == "text"]
    for language in ("en", "fr", "pt"):
        page = get(visitor, f"/rules/{texts[0]}", language)
        assert proof_of(texts[0]).reason[language] in page
    for rule_id, words in (
        ("deck.main_forty_to_sixty", "tests/engine/decks/test_rules.py::test_a_rule_where_it_holds"),
        ("match.one_win_two_ties", "tests/engine/test_match.py::test_a_match"),
        ("info.public.life_points", "tests/marketplace/duels/test_rules_of_tables.py::"),
        ("card.spell_trap.icon", "tests/engine/facts/test_rules_of_cards.py::"),
    ):
        page = get(visitor, f"/rules/{rule_id}")
        assert str(PROVEN_BY[proof_of(rule_id).kind]) in page
        assert words in page


def test_every_example_can_be_shown(visitor: FlaskClient) -> None:
    """A sample, another each time the rulebook grows; none may be one that cannot be played."""
    for example_id in random.Random(len(examples())).sample(examples(), 25):
        page = get(visitor, f"/rules/examples/{example_id}", random.Random(example_id).choice(["en", "fr", "pt"]))
        assert "%(" not in page
        assert 'class="example-board"' in page
        assert "cannot play this example" not in page


def test_the_position_of_every_example_can_be_laid_out() -> None:
    """Under each of its rulesets, with the cards the site has: what a sample of pages may miss."""
    for one in map(example, examples()):
        for written in one.rulesets:
            duel = from_example.duel_at(one, written, cards().get)
            assert len(duel.state.players) == (4 if "tag-2017" in repr(written) else 2)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_of_a_rule_takes_few_statements(
    visitor: FlaskClient, starter_database: Database, count_queries: Callable[..., QueryCounter], language: str
) -> None:
    get(visitor, "/rules/zone.full.cannot_play", language)
    for rule_id in ("zone.full.cannot_play", "info.public.life_points"):
        with count_queries(starter_database) as counter:
            get(visitor, f"/rules/{rule_id}", language)
        assert len(counter.statements) <= (0 if language == "en" else 3), counter.statements


def test_two_rulesets_side_by_side(visitor: FlaskClient) -> None:
    page = get(visitor, "/rules/compare?left=goat-2005&right=advanced")
    for rule_id in ("turn.first.player_draws", "turn.first.starter_does_not_draw"):
        assert f'href="/rules/{rule_id}"' in page
    found = compare(read_ruleset("goat-2005"), read_ruleset("advanced"), "en")
    pairs = {question.switch: question for part in found.questions for question in part.entries}
    draw = pairs["turn.first.draw"]
    assert [view.rule.id for view in draw.left] == ["turn.first.player_draws"]
    assert [view.rule.id for view in draw.right] == ["turn.first.starter_does_not_draw"]
    told = {view.rule.id for one in pairs.values() for view in (*one.left, *one.right)}
    told |= {view.rule.id for side in (found.only_left, found.only_right) for part in side for view in part.entries}
    assert told >= in_force(read_ruleset("goat-2005")) ^ in_force(read_ruleset("advanced"))
    assert "They do not differ in anything." in get(visitor, "/rules/compare?left=br&right=br")
    assert "is not a choice here" in get(visitor, "/rules/compare?left=nowhere&right=br")
    for language in ("fr", "pt"):
        assert "%(" not in get(visitor, "/rules/compare?left=tag-2017&right=classic", language)


@pytest.mark.parametrize("name", RULESETS)
def test_a_comparison_is_the_same_from_both_sides(name: str) -> None:
    left, right = read_ruleset("advanced"), read_ruleset(name)
    one, other = compare(left, right, "en"), compare(right, left, "en")
    assert one.asked == other.asked
    assert [part.id for part in one.only_left] == [part.id for part in other.only_right]
    assert bool(one.asked or one.only_left or one.only_right) == (name != "advanced")


def test_ones_own_house_rules_can_be_compared(player: FlaskClient, visitor: FlaskClient, starter_database: Database) -> None:
    definition = house_rules("advanced", {"hand.limit": "seven"})
    with starter_database.write() as session:
        row = house.make(session, 1, "Seven cards", "advanced", dict(definition.changes))
        value = f"{house.PREFIX}{row.id}"
    page = get(player, f"/rules/compare?left=advanced&right={value}")
    assert "Seven cards" in page
    assert "1 question has two answers." in page
    assert "Seven cards" not in get(visitor, f"/rules/compare?left=advanced&right={value}")


def test_a_duel_begins_with_the_position_of_an_example(player: FlaskClient, starter_database: Database) -> None:
    under = first_choice(example(REFUSED))
    duel_id = begin(player, REFUSED, under)
    row, table = duel_of(starter_database, duel_id)
    assert (row.example, row.ruleset, row.my_deck) == (REFUSED, "advanced", rule("summon.flip.to_face_up_attack").title["en"])
    names = [table.duel.state.cards[uid].printed.name for uid in table.duel.state.players[0].monsters if uid >= 0]
    assert sorted(names) == ["Gemini Elf", "Luster Dragon"]
    page = get(player, f"/duels/{duel_id}")
    assert "Luster Dragon" in page
    assert "coin" not in page
    assert f"Example: {row.my_deck}" in get(player, "/duels")


def test_what_was_done_from_a_position_can_be_taken_back(player: FlaskClient, starter_database: Database) -> None:
    duel_id = begin(player, REFUSED, first_choice(example(REFUSED)))
    before = duel_of(starter_database, duel_id)[1]
    action = next(one for one in before.options() if one.verb is Verb.CHANGE_POSITION)
    choice = json.dumps(action.to_json(), sort_keys=True, separators=(",", ":"))
    answer = player.post(f"/duels/{duel_id}/answer", data={"version": str(before.version), "choice": choice})
    assert answer.status_code == 303
    changed = duel_of(starter_database, duel_id)[1]
    assert changed.duel.to_json() != before.duel.to_json()
    assert changed.can_undo
    assert player.post(f"/duels/{duel_id}/undo", data={"version": str(changed.version)}).status_code == 303
    after = duel_of(starter_database, duel_id)[1]
    assert after.duel.to_json() == before.duel.to_json()
    assert after.version > changed.version


def test_a_finished_one_begins_again_in_its_position(player: FlaskClient, starter_database: Database) -> None:
    duel_id = begin(player, REFUSED, example(REFUSED).rulesets.index("goat-2005"))
    player.post(f"/duels/{duel_id}/surrender", data={"confirmed": "1"})
    answer = player.post(f"/duels/{duel_id}/rematch")
    row, table = duel_of(starter_database, int(answer.location.rsplit("/", 1)[1]))
    assert (row.id != duel_id, row.example, row.ruleset) == (True, REFUSED, "goat-2005")
    assert table.waiting == "you"


def test_the_same_form_twice_begins_one_duel(player: FlaskClient) -> None:
    assert begin(player, REFUSED, form_key="abc") == begin(player, REFUSED, form_key="abc")


def test_an_example_with_house_rules_is_played_with_them(player: FlaskClient, starter_database: Database) -> None:
    example_id = next(one for one in examples() if not isinstance(example(one).rulesets[0], str))
    row, table = duel_of(starter_database, begin(player, example_id))
    assert row.house is not None
    assert table.duel.state.rules == read_ruleset(row.ruleset).house_rules(row.house["changes"])
    assert get(player, f"/duels/{row.id}")


def test_an_example_of_two_teams_is_played_by_four(player: FlaskClient, starter_database: Database) -> None:
    example_id = next(one for one in examples() if "tag-2017" in example(one).rulesets)
    under = example(example_id).rulesets.index("tag-2017")
    assert "Play from here" in get(player, f"/rules/examples/{example_id}?under={under}")
    row, table = duel_of(starter_database, begin(player, example_id, under))
    assert row.ruleset == "tag-2017"
    assert len(table.duel.state.players) == 4
    page = get(player, f"/duels/{row.id}")
    assert all(name in page for name in ("Mika", "Robin", "Alex"))
    assert table.duel.log is not None
    assert table.duel.log.names == COMPUTERS


def test_what_does_not_exist_cannot_be_played(player: FlaskClient, visitor: FlaskClient) -> None:
    for data in ({"example": "no-such", "under": "0"}, {"example": REFUSED, "under": "77"}, {"example": REFUSED}, {}):
        assert player.post("/duels/from-example", data=data).status_code == 404
    answer = visitor.post("/duels/from-example", data={"example": REFUSED, "under": "0"})
    assert answer.status_code in (302, 303, 401)
    assert "Sign in to play from here" in get(visitor, f"/rules/examples/{REFUSED}")
    assert "Play from here" in get(player, f"/rules/examples/{REFUSED}")


def test_many_positions_can_be_played_on() -> None:
    """The computer takes both sides for some steps, and the table is read back as it was."""
    for example_id in random.Random(7).sample(examples(), 12):
        one = example(example_id)
        written = one.rulesets[0]
        table = Table.at(from_example.duel_at(one, written, cards().get), "script", 3)
        for _ in range(4):
            table.run(float("inf"))
            if table.waiting != "you":
                break
            table.answer(next(iter(table.options()), Action(Verb.PASS)))
        assert Table.from_json(table.to_json()).to_json() == table.to_json()


def test_pages_have_no_inline_style_or_script(visitor: FlaskClient) -> None:
    for address in ("/rules/zone.full.cannot_play", f"/rules/examples/{REFUSED}", "/rules/compare"):
        page = get(visitor, address)
        main = page.split("<main", 1)[1].split("</main>", 1)[0]
        assert not re.search(r"\sstyle=|<script|\son\w+=", main)
    assert len(rules()) > 900


def test_a_declared_name_is_told_in_the_readers_language(visitor: FlaskClient) -> None:
    page = get(visitor, "/rules/examples/cards-declared-names-a-declared-name-has-to-be-that-of-a-card", "fr")
    assert "Vous, refusé\u00a0: déclarer le nom «\u00a0" in page
    assert "Jeton Mouton" in page


def test_everything_done_in_examples_has_words() -> None:
    done = {step.verb for one in examples() for step in acts(example(one))}
    assert done - {"", "attack", "phase"} <= set(example_words._ACTS)
