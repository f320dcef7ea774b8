"""The page of a duel: every question in words, every cell with a label, every refusal with its rule, few queries."""

from __future__ import annotations

import html
import itertools
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, render_template

from engine import Action, Verb, rules
from marketplace.db import Database
from marketplace.duels import choices
from marketplace.duels.page import duel_page
from marketplace.duels.table import Table
from marketplace.duels.windows import ResponseMode
from tests.marketplace.duels.boards import ROW, find, html_of, mixed_table, option, page_of, reading, wander

KINDS = {"first", "open", "battle", "respond", "cards", "position", "over"}
CELLS = {f"{side}-{zone}{n}" for side in ("my", "opp") for zone in "ms" for n in range(1, 6)} | {
    f"{side}-{pile}" for side in ("my", "opp") for pile in ("field", "gy", "banished", "extra", "deck")
}


def kind_of(table: Table) -> str:
    decision = table.duel.decision
    return "over" if decision is None else decision.kind


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_every_question_is_asked_in_words(starter_app: Flask, language: str) -> None:
    seen = set()

    def look(table: Table) -> None:
        page = page_of(starter_app, table, language)
        asked = page.question
        seen.add(kind_of(table))
        assert asked.kind == kind_of(table)
        assert asked.title
        buttons = [*asked.choices, *([asked.last] if asked.last else [])]
        offered = {one.value for one in buttons}
        # Of equal cards of a Deck one is offered.
        copies = [action for action in table.options() if choices.canonical(action) not in offered]
        assert offered <= {choices.canonical(action) for action in table.options()}
        assert len(offered) == len(buttons)
        assert all(page.scene.cards[action.card or 0].zone == "deck" for action in copies)
        assert [one.number for one in asked.choices[:9]] == list(range(1, len(asked.choices[:9]) + 1))
        for one in buttons:
            assert one.label
            assert "%(" not in one.label
            assert "None" not in one.label
        assert len({one.label for one in buttons}) == len(buttons), [one.label for one in buttons]

    for seed in (2, 17, 25):
        wander(mixed_table(seed), random.Random(seed), look, most=140)
    assert seen >= KINDS


def test_every_cell_has_its_id_and_says_everything(starter_app: Flask) -> None:
    def look(table: Table) -> None:
        page = page_of(starter_app, table)
        cells = [cell for _title, rows in page.board.groups for row in rows for cell in row.cells]
        assert {cell.id for cell in cells} == CELLS
        assert [len(row.cells) for _title, rows in page.board.groups for row in rows] == [7, 7, 2, 7, 7]
        for cell in [*cells, *page.board.hand]:
            assert cell.label
            if cell.card is not None and cell.count is None:
                assert (cell.card.name or "face-down card") in cell.label
                assert ("Can:" in cell.label) == (cell.card.token in page.scene.uses)

    wander(mixed_table(3), random.Random(3), look, most=80)


def test_the_opponents_half_is_turned_round(starter_app: Flask) -> None:
    page = page_of(starter_app, mixed_table(1))
    rows = [[cell.id for cell in row.cells] for _title, rows in page.board.groups for row in rows]
    assert rows[1][1:6] == ["opp-m5", "opp-m4", "opp-m3", "opp-m2", "opp-m1"]
    assert rows[3][1:6] == ["my-m1", "my-m2", "my-m3", "my-m4", "my-m5"]


def test_extra_monster_zones_stand_between_the_halves(starter_app: Flask) -> None:
    page = page_of(starter_app, mixed_table(1, "advanced"))
    assert [cell.id for cell in page.board.groups[1][1][0].cells] == ["opp-banished", "ex-1", "ex-2", "my-banished"]


def test_actions_are_named_by_what_they_do_and_where(starter_app: Flask) -> None:
    attacking = find(lambda table: any(action.verb is Verb.ATTACK and action.target for action in table.options()))
    page = page_of(starter_app, attacking)
    action = next(action for action in attacking.options() if action.verb is Verb.ATTACK and action.target)
    words = next(one.label for one in page.question.choices if one.value == choices.canonical(action))
    assert re.fullmatch(r"Attack .+ \(opponent M\d\) with .+ \(M\d\)", words)
    for verb, pattern in (
        (Verb.NORMAL_SUMMON, "Normal Summon "),
        (Verb.SET, "Set "),
        (Verb.TRIBUTE_SUMMON, "Tribute Summon "),
        (Verb.FLIP_SUMMON, "Flip Summon "),
        (Verb.CHANGE_POSITION, "Change "),
    ):
        table = find(lambda table, verb=verb: any(one.verb is verb for one in table.options()))
        value = choices.canonical(option(table, verb))
        assert next(one.label for one in page_of(starter_app, table).question.choices if one.value == value).startswith(pattern)


def test_an_answer_is_canonical_json() -> None:
    value = choices.canonical(Action(Verb.ATTACK, 3, target=7))
    assert value == '{"card":3,"target":7,"verb":"attack"}'
    assert Action.from_json(json.loads(value)) == Action(Verb.ATTACK, 3, target=7)


def test_what_is_not_possible_tells_every_rule(starter_app: Flask) -> None:
    """At all times, for all cards: the buttons of the panel are the options, the rest have reasons."""
    told = set()

    def look(table: Table) -> None:
        if table.waiting != "you":
            return
        page = page_of(starter_app, table)
        cards = [card for card in page.scene.cards.values() if card.mine and card.zone in ("hand", "monster", "spell_trap")]
        for card in cards[:3]:
            panel = page_of(starter_app, table, "fr", card.token).opened
            assert panel is not None
            assert {one.value for one in panel.can} == {choices.canonical(a) for a in page.scene.uses.get(card.token, [])}
            assert not {one.value for one in panel.can} & {one.value for one in panel.cannot}
            for one in panel.cannot:
                assert one.label
                assert one.reasons
                for reason in one.reasons:
                    told.add(reason.rule)
                    assert reason.rule in rules()
                    assert reason.words
                    assert reason.title

    duels = 0
    while duels < 2 or (len(told) <= 12 and duels < 8):  # however short a duel is
        wander(mixed_table(5 + 3 * duels), random.Random(5 + 3 * duels), look, most=30)
        duels += 1
    assert len(told) > 12


def test_the_referee_is_asked_about_the_opened_card_only(starter_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table = find(lambda table: kind_of(table) == "open" and len(table.duel.view(0)["you"]["hand"]) > 2)
    asked: list[int] = []
    real = type(table.duel).why_not
    monkeypatch.setattr(type(table.duel), "why_not", lambda duel, seat, token: asked.append(token) or real(duel, seat, token))
    page_of(starter_app, table)
    assert asked == []
    token = table.duel.view(0)["you"]["hand"][1]["token"]
    page_of(starter_app, table, card=token)
    assert asked == [token]


def test_buttons_that_are_not_possible_stay_and_say_why(starter_app: Flask) -> None:
    table = find(lambda table: kind_of(table) == "open")
    shown = html_of(starter_app, table)
    refused = re.findall(r"<button[^>]*aria-disabled[^>]*>", shown)
    assert refused
    for button in refused:
        assert " disabled" not in button
        why = re.search(r'data-why="([\w-]+)"', button)
        assert why
        assert f'id="{why[1]}"' in shown
    assert shown.count('aria-current="step"') == 1


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_the_panel_says_in_our_own_words_what_the_card_does(starter_app: Flask, language: str) -> None:
    def has_effect(table: Table) -> bool:
        return any(one["name"] in ("Book of Moon", "Trap Hole", "Man-Eater Bug") for one in table.duel.view(0)["you"]["hand"])

    table = find(has_effect)
    hand = table.duel.view(0)["you"]["hand"]
    token = next(one["token"] for one in hand if one["name"] in ("Book of Moon", "Trap Hole", "Man-Eater Bug"))
    panel = page_of(starter_app, table, language, token).opened
    assert panel is not None
    assert panel.plays_as
    assert panel.plays_as[0] in html.unescape(html_of(starter_app, table, language, token))


def test_a_card_of_the_opponent_says_that_it_is_the_opponents(starter_app: Flask) -> None:
    table = find(lambda table: any(table.duel.view(0)["opponent"]["monsters"]) and kind_of(table) == "open")
    token = next(one["token"] for one in table.duel.view(0)["opponent"]["monsters"] if one)
    panel = page_of(starter_app, table, card=token).opened
    assert panel is not None
    assert panel.note
    assert panel.cannot == []
    assert panel.where.startswith("Opponent M")


def test_values_are_told_with_what_changed_them(starter_app: Flask) -> None:
    def changed(table: Table) -> bool:
        return any(one and table.duel.modifiers(one["token"]) for one in table.duel.view(0)["you"]["monsters"])

    table = find(changed)
    view = table.duel.view(0)["you"]["monsters"]
    token = next(one["token"] for one in view if one and table.duel.modifiers(one["token"]))
    panel = page_of(starter_app, table, card=token).opened
    assert panel is not None
    assert any(value.changes for value in panel.values)


def test_names_and_words_are_in_the_readers_language(starter_app: Flask) -> None:
    table = find(lambda table: kind_of(table) == "open" and bool(table.duel.view(0)["you"]["hand"]))
    english, french = html_of(starter_app, table), html_of(starter_app, table, "fr")
    assert "Normal Summon" in english or "Set " in english
    assert "Main Phase" in english
    assert english != french
    assert "Your decision" not in french


def test_skipped_windows_are_told_with_what_could_have_been_used(starter_app: Flask) -> None:
    table = find(lambda table: bool(table.skipped))
    page = page_of(starter_app, table)
    assert len(page.skipped) == len(table.skipped)
    for told, window in zip(page.skipped, table.skipped, strict=True):
        assert all(page.scene.names(name) in told.cards for name in window.cards)
        assert f"Turn {window.turn}" in told.when
        assert bool(told.stop_label) == bool(window.stop)


def test_the_switch_and_the_stops_show_where_they_stand(starter_app: Flask) -> None:
    table = mixed_table(1)
    table.set_windows(ResponseMode.EVERY, frozenset({"their_draw"}))
    page = page_of(starter_app, table)
    assert [mode.id for mode in page.modes if mode.on] == ["every"]
    assert [one.id for one in page.phases if one.their_stop] == ["draw"]
    assert not any(one.my_stop for one in page.phases)


def test_the_result_names_the_rule(starter_app: Flask) -> None:
    table = mixed_table(1)
    table.surrender()
    page = page_of(starter_app, table)
    assert page.result is not None
    assert (page.result.outcome, page.result.rule, page.result.words) == ("lost", "win.surrender", "You surrendered.")
    shown = html_of(starter_app, table)
    assert "duels/1/rematch" in shown
    assert 'class="phase"' not in shown, "where nothing is played any more there are no phases, stops or responses"
    assert 'name="mode"' not in shown
    assert 'name="stops"' not in shown


@pytest.mark.parametrize(
    ("winner", "language", "words"),
    [(1, "en", "Your LP reached 0."), (0, "en", "Your opponent's LP reached 0."), (1, "fr", "Vos LP sont tombés à 0.")],
)
def test_the_end_is_told_from_the_side_of_the_person(starter_app: Flask, winner: int, language: str, words: str) -> None:
    table = mixed_table(1)
    state = table.duel.state
    table.surrender()
    state.winner, state.reason = winner, "win.opponent_lp_zero"
    page = page_of(starter_app, table, language)
    assert page.result is not None
    assert (page.result.outcome, page.result.words) == ("lost" if winner else "won", words)
    assert '/rules/win.opponent_lp_zero"' in html_of(starter_app, table, language)


def test_a_duel_that_takes_too_many_answers_says_so(starter_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table = mixed_table(1)
    monkeypatch.setattr("marketplace.duels.table.MOST_ANSWERS", len(table.transcript.answers))
    page = page_of(starter_app, table)
    assert page.result is not None
    assert (page.result.outcome, page.result.rule) == ("tied", "")
    assert "10,000 answers" in page.result.words
    assert page.result.words in html_of(starter_app, table)


def test_the_ways_on_stay_beside_a_long_list_of_options(starter_app: Flask) -> None:
    table = find(lambda table: table.duel.view(0)["prompt"]["kind"] == "open" and len(table.options()) > 3)
    shown = html_of(starter_app, table)
    scrolled, after = shown.split('class="options options--many"')[1].split("</div>", 1)
    assert "option--act" in scrolled
    assert "option--phase" not in scrolled
    assert "option--phase" in after.split('<section class="duel-phases"')[0]


def test_the_log_is_grouped_and_every_rule_has_a_link(starter_app: Flask) -> None:
    table = find(lambda table: table.duel.view(0)["turn"] >= 4)
    page = page_of(starter_app, table)
    assert [turn.number for turn in page.log.turns] == sorted({turn.number for turn in page.log.turns}, reverse=True)
    lines = [line for turn in page.log.turns for stage in turn.stages for block in stage.blocks for line in block.lines]
    assert any(line.rules for line in lines)
    assert {rule_id for line in lines for rule_id, _title in line.rules} <= set(rules())
    assert page.log.say
    shown = html_of(starter_app, table)
    for rule_id in {rule_id for line in lines for rule_id, _title in line.rules}:
        assert f'/rules/{rule_id}" data-rule="{rule_id}"' in shown


def test_cards_that_go_the_same_way_are_told_in_one_sentence(starter_app: Flask) -> None:
    def joined(table: Table) -> str:
        log = page_of(starter_app, table).log
        lines = [line for turn in log.turns for stage in turn.stages for block in stage.blocks for line in block.lines]
        return next((line.words for line in lines if re.match(r"\d cards → ", line.words)), "")

    def moved_together(table: Table) -> bool:
        entries = table.duel.log.entries if table.duel.log else []
        return any(
            one["what"] == other["what"] == "move" and one["zone"] == other["zone"] == "gy" and one["cause"] == other["cause"]
            for one, other in itertools.pairwise(entries[-20:])
        ) and bool(joined(table))

    words = joined(find(moved_together))
    count = int(words.split()[0])
    assert count >= 2
    assert words.count(",") >= count - 1


def test_a_card_that_is_looked_for_can_be_read(starter_app: Flask) -> None:
    def searching(table: Table) -> bool:
        view = table.duel.view(0).get("prompt", {})
        return any(one["zone"] == "deck" for one in view.get("cards", ()))

    table = find(searching)
    token = next(one["token"] for one in table.duel.view(0)["prompt"]["cards"] if one["zone"] == "deck")
    panel = page_of(starter_app, table, card=token).opened
    assert panel is not None
    assert panel.title
    assert [one.label for one in panel.can] == [f"Choose {page_of(starter_app, table).scene.mention(token)}"]
    assert panel.cannot == []
    assert f"card={token}#card" in html_of(starter_app, table)


def test_a_pile_is_looked_through(starter_app: Flask) -> None:
    table = find(lambda table: len(table.duel.view(0)["you"]["gy"]) > 1)
    pile = page_of(starter_app, table, pile="gy").pile
    assert pile is not None
    assert len(pile.cards) == len(table.duel.view(0)["you"]["gy"])
    assert page_of(starter_app, table, pile="opp_extra").pile is None


def test_few_queries_whatever_lies_on_the_table(
    starter_app: Flask, starter_database: Database, count_queries: Callable[[Database], Any]
) -> None:
    table = find(lambda table: table.duel.view(0)["turn"] >= 6 and kind_of(table) == "open")
    token = next(one["token"] for side in ("hand", "monsters") for one in table.duel.view(0)["you"][side] if one)
    with reading(starter_app) as session:
        render_template("duels/_regions.html", page=duel_page(session, table, ROW, "en"))  # Who reads is looked up once.
        with count_queries(starter_database) as queries:
            render_template("duels/_regions.html", page=duel_page(session, table, ROW, "en"))
        assert queries.count == 1
        with count_queries(starter_database) as queries:
            render_template("duels/_regions.html", page=duel_page(session, table, ROW, "en", token))
        assert queries.count == 2
