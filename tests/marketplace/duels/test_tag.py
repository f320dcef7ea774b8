"""A Tag Duel at the site's table: four fields on the page, whose turn it is, what partners share, and nothing of the rest."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from engine.state.records import Prompt
from marketplace.db import Database
from marketplace.duels import windows
from marketplace.duels.page import duel_page
from marketplace.duels.sides import OPPONENT, OTHER, PARTNER, SIDES_OF_FOUR, YOU, side_of, turn_order
from marketplace.duels.table import Table
from marketplace.duels.windows import DEFAULT_STOPS, ResponseMode
from tests.marketplace.duels.boards import ROW, html_of, page_of, reading, wander, wandering
from tests.marketplace.duels.tables import do
from tests.marketplace.duels.tag import four_decks, tag_table
from tests.marketplace.duels.test_board_leaks import other_world

REAL = windows.asks


@pytest.mark.parametrize("viewer", range(4))
def test_everybody_has_a_partner_and_two_opponents(viewer: int) -> None:
    sides = {side_of(seat, viewer, 4): seat for seat in range(4)}
    assert set(sides) == set(SIDES_OF_FOUR)
    assert sides[PARTNER] == viewer ^ 2
    assert sides[OPPONENT] == 3 - viewer, "A faces the other team's B (tag.seating.a_faces_the_other_b)"
    assert side_of(sides[PARTNER], sides[OTHER], 4) == OPPONENT, "the partner is faced by the fourth"


def test_two_players_have_no_partner() -> None:
    assert [side_of(1, 0, 2), side_of(0, 1, 2), side_of(1, 1, 2)] == [OPPONENT, OPPONENT, YOU]


@pytest.mark.parametrize("first", [0, 1])
def test_teams_take_turns(first: int) -> None:
    order = turn_order(first, 4)
    assert [seat & 1 for seat in order] == [first, 1 - first, first, 1 - first]
    assert order[2] == order[0] ^ 2


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_duels_by_their_options(starter_app: Flask, seed: int) -> None:
    """Played at random to the end or for long; every question has words and answers, every page four fields."""
    table = tag_table(seed, mixed=seed == 3)
    decisions = 0

    def look(now: Table) -> None:
        nonlocal decisions
        decisions += 1
        if decisions % 6 and now.waiting != "over":
            return
        page = page_of(starter_app, now)
        assert page.question.title
        assert now.waiting == "over" or page.question.choices or page.question.last
        ids = Counter(cell.id for _title, rows in page.board.groups for row in rows for cell in row.cells)
        assert max(ids.values()) == 1
        assert {"my-m1", "mate-m1", "opp-m1", "opp2-m1", "ex-1", "mate-ex-1", "mate-gy", "opp2-deck"} <= ids.keys()
        assert len(page.team) == 4
        assert len(page.board.pairs) == 2
        assert page.you.most == 16000

    wander(table, random.Random(seed), look, most=250)
    assert decisions > 20


def test_the_duel_is_won_by_a_team(starter_app: Flask) -> None:
    table = tag_table(4)
    table.surrender()
    page = page_of(starter_app, table)
    assert page.result is not None
    assert page.result.title == "Your team loses the duel"
    assert "You surrendered for your team." in page.result.words


def test_whose_turn_it_is_is_said_by_name(starter_app: Flask) -> None:
    table = tag_table(5)
    titles: set[str] = set()
    statuses: set[str] = set()
    for now in wandering(table, random.Random(5), most=60):
        page = page_of(starter_app, now)
        titles |= {turn.title for turn in page.log.turns}
        statuses.add(page.status)
        if page.turns and page.result is None:
            assert [one.current for one in page.turns].count(True) == 1
    said = " ".join(titles)
    for words in ("yours", "Mika (your partner)", "Robin (opponent who faces you)", "Alex (opponent who faces your partner)"):
        assert words in said
    assert any(status.startswith("Your ") for status in statuses)


def test_partners_show_each_other_their_hands_and_set_cards(starter_app: Flask) -> None:
    looked_at_set = 0
    for seed in range(6, 12):
        table = tag_table(seed)
        for now in wandering(table, random.Random(seed), most=40):
            page = page_of(starter_app, now)
            mates = page.board.pairs[1]
            assert all(cell.card is not None and cell.card.known for cell in mates.near_hand)
            assert len(mates.near_hand) == mates.players[1].hand
            for cell in (cell for _title, rows in mates.groups for row in rows for cell in row.cells):
                if (
                    cell.card is not None
                    and cell.card.side == PARTNER
                    and cell.card.zone == "spell_trap"
                    and not cell.card.face_up
                ):
                    assert cell.card.known
                    looked_at_set += 1
                    opened = page_of(starter_app, now, card=cell.card.token).opened
                    assert opened is not None
                    assert [one.rule for one in opened.shared] == ["tag.set.only_the_setter_activates"]
        if looked_at_set:
            return
    raise AssertionError("the partner never Set a card")


@pytest.mark.parametrize("seed", [3, 8])
def test_two_worlds_that_differ_in_hidden_cards_look_the_same(starter_app: Flask, seed: int) -> None:
    chance = random.Random(seed)
    compared = 0
    for now in wandering(tag_table(seed), random.Random(seed), most=120):
        if chance.random() > 0.2:
            continue
        twin = other_world(now, chance.randrange(10**6))
        view = now.duel.view(now.seat)
        tokens = [
            one["token"] for side in SIDES_OF_FOUR for zone in ("hand", "monsters", "spells") for one in view[side][zone] if one
        ]
        for token in [None, *chance.sample(tokens, min(2, len(tokens)))]:
            assert html_of(starter_app, now, card=token) == html_of(starter_app, twin, card=token)
        compared += 1
        if compared == 8:
            return
    raise AssertionError(f"only {compared} were compared")


def test_no_name_of_an_opponents_hidden_card_is_on_the_page(starter_app: Flask) -> None:
    looked = 0
    for now in wandering(tag_table(9), random.Random(9), most=60):
        html = html_of(starter_app, now)
        state = now.duel.state
        assert now.duel.log is not None
        told = " ".join(now.duel.log.lines(0))
        ours = {card.printed.name for card in state.cards if card.owner in (0, 2)}
        known = {card.printed.name for card in state.cards if card.seen & 1 or card.face_up} | ours
        for name in {card.printed.name for card in state.cards if card.owner in (1, 3)} - known:
            if name not in told and len(name) > 6:
                looked += 1
                assert name not in html
    assert looked > 100


def test_few_queries(starter_app: Flask, starter_database: Database, count_queries: Callable[[Database], Any]) -> None:
    tables = [Table.from_json(now.to_json()) for now in wandering(tag_table(2), random.Random(2), most=25)]
    with reading(starter_app) as session:
        duel_page(session, tables[0], ROW, "en")  # Who reads is looked up once.
        for now in tables:
            with count_queries(starter_database) as queries:
                page = duel_page(session, now, ROW, "en")
            # What the asking card does is looked up where its effect asks.
            assert queries.count == (2 if page.question.kind == "yes_no" else 1), queries.statements
            token = next((card.token for card in page.scene.pile(PARTNER, "hand")), None)
            with count_queries(starter_database) as queries:
                duel_page(session, now, ROW, "en", token)
            assert queries.count <= 3, queries.statements


def test_what_the_partner_does_needs_no_answer_in_auto() -> None:
    """Auto does not ask after every Summon and activation of the partner, and the list of windows that went by does not
    tell them; what the opponents do is asked about."""
    partners = opponents = 0
    for seed in range(1, 30):
        table = tag_table(seed, mixed=True)

        def asks(duel: Any, seat: int, decision: Any, mode: Any, stops: Any, responses: Any) -> bool:
            nonlocal partners, opponents
            asked = REAL(duel, seat, decision, mode, stops, responses)
            chain = duel.state.chain
            if seat == 0 and responses and decision.kind == "respond" and decision.reason == "chain" and chain:
                if chain[-1].player == 2:
                    partners += 1
                    assert not asked
                    assert not windows.is_told(duel, seat, decision, responses)
                elif chain[-1].player in (1, 3):
                    opponents += 1
                    assert asked
            return asked

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(windows, "asks", asks)
            for _now in wandering(table, random.Random(seed), most=80):
                pass
        if partners and opponents:
            return
    raise AssertionError(f"{partners} of the partner, {opponents} of the opponents")


def test_every_window_is_asked_where_that_is_wanted() -> None:
    table = tag_table(2)
    table.set_windows(ResponseMode.EVERY, DEFAULT_STOPS)
    askers = set()
    for now in wandering(table, random.Random(2), most=60):
        if now.duel.decision is not None and now.duel.decision.kind == "respond":
            askers.add(now.duel.state.turn_player)
    assert askers == {0, 1, 2, 3}


def test_actions_are_taken_back_byte_by_byte() -> None:
    taken = 0
    for seed in (1, 2, 3):
        table = tag_table(seed)
        chance = random.Random(seed)
        for _step in range(40):
            if table.waiting == "over":
                break
            before, version = seen_of_all(table), table.version
            do(table, chance.choice(table.options()))
            if table.can_undo:
                table.undo("tag-2017", four_decks())
                assert table.version > version
                assert seen_of_all(table) == before
                taken += 1
                do(table, chance.choice(table.options()))
    assert taken > 10


def seen_of_all(table: Table) -> str:
    """What all four may see, without what the table says of taking back."""
    return repr([table.duel.view(seat) for seat in range(4)])


def test_a_table_of_four_is_saved_and_read_again(starter_app: Flask) -> None:
    for now in wandering(tag_table(3), random.Random(3), most=30):
        again = Table.from_json(now.to_json())
        assert again.to_json() == now.to_json()
        assert html_of(starter_app, again) == html_of(starter_app, now)


def test_ids_of_the_page_are_one_of_a_kind(starter_app: Flask) -> None:
    for now in wandering(tag_table(6), random.Random(6), most=30):
        ids = Counter(re.findall(r' id="([^"]+)"', html_of(starter_app, now)))
        assert [name for name, number in ids.items() if number > 1] == []


@pytest.mark.parametrize("language", ["fr", "pt"])
def test_in_other_languages(starter_app: Flask, language: str) -> None:
    html = html_of(starter_app, tag_table(2), language)
    assert {"fr": "votre partenaire", "pt": "seu parceiro"}[language] in html


def test_whose_effects_go_first_is_asked_with_the_partners_name(starter_app: Flask) -> None:
    table = tag_table(1)
    table.duel.state.prompt = Prompt("yes_no", 0, "trigger_order", words=("yes", "no"))
    assert page_of(starter_app, table).question.title == "Do your effects go on the Chain before those of Mika?"
