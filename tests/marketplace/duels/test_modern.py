"""Link, Xyz and Pendulum Monsters on the page of a duel: what is seen of them, and what is hidden."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from engine import Duel, Verb
from marketplace.duels.cells import Cell
from marketplace.duels.page import DuelPage
from marketplace.duels.table import Table
from tests.marketplace.duels.boards import html_of, option, page_of
from tests.marketplace.duels.modern import BOARD, LINK, LINK_3, SCALES, XYZ, modern
from tests.marketplace.duels.positions import act, duel_at, seated, until
from tests.marketplace.duels.test_board_leaks import other_world


def cell_of(page: DuelPage, cell_id: str) -> Cell:
    return next(cell for _title, rows in page.board.groups for row in rows for cell in row.cells if cell.id == cell_id)


def token_at(table: Table, side: str, row: str, place: int) -> int:
    token: int = table.duel.view(0)[side][row][place]["token"]
    return token


def token_of(table: Table, zone: str, name: str) -> int:
    token: int = next(one["token"] for one in table.duel.view(0)["you"][zone] if one and one.get("name") == name)
    return token


def html_at(html: str, cell_id: str) -> str:
    """The part of the page that draws one cell."""
    return html.split(f"at-{cell_id} ", 1)[1].split('role="gridcell"', 2)[1]


def test_a_link_monster_shows_its_rating_and_arrows_and_no_defense(starter_app: Flask) -> None:
    table = modern(BOARD)
    page, html = page_of(starter_app, table), html_of(starter_app, table)
    mine, theirs = cell_of(page, "ex-1"), cell_of(page, "ex-2")
    assert "Attack Position, 1200, Link-2, Link Arrows: Bottom-Left, Bottom-Right, points to M1, M3" in mine.label
    assert "points to opponent M3, opponent M1" in theirs.label
    assert "None" not in html
    assert set(mine.arrows) == {"bottom_left", "bottom_right"}
    assert set(theirs.arrows) == {"top_left", "top_right"}, "the opponent's card lies turned round"
    assert re.findall(r"arrow--(\w+)", html_at(html, "ex-1")) == ["bottom_left", "bottom_right"]
    assert '<span class="signs__size">L2</span>' in html_at(html, "ex-1")
    assert "arrow--" not in html_at(html, "my-m4")


def test_zones_that_are_pointed_to_say_so(starter_app: Flask) -> None:
    page = page_of(starter_app, modern(BOARD))
    linked = {cell.id for _title, rows in page.board.groups for row in rows for cell in row.cells if "linked" in cell.marks}
    assert linked == {"my-m1", "my-m3", "opp-m1", "opp-m3"}
    assert cell_of(page, "my-m3").label == "My M3, empty, linked zone"
    assert "linked zone" in cell_of(page, "my-m1").label


def test_the_panel_of_a_link_monster_has_no_defense_and_tells_its_links(starter_app: Flask) -> None:
    table = modern(BOARD)
    panel = page_of(starter_app, table, card=token_at(table, "you", "monsters", 5)).opened
    assert panel is not None
    assert [value.name for value in panel.values] == ["ATK"]
    assert panel.links == ["Link Arrows: Bottom-Left, Bottom-Right", "Points to M1, M3"]
    pearl = page_of(starter_app, table, card=token_at(table, "you", "monsters", 0)).opened
    assert pearl is not None
    assert pearl.links == [f"{LINK} (EX1) points to this zone"]
    assert [value.name for value in pearl.values] == ["ATK", "DEF"]


def test_co_linked_monsters_name_each_other(starter_app: Flask) -> None:
    table = modern({"you": {"monsters": [{"card": LINK_3, "zone": "M2"}, {"card": LINK_3, "zone": "M3"}]}})
    page = page_of(starter_app, table, card=token_at(table, "you", "monsters", 2))
    assert page.opened is not None
    assert f"Co-linked with {LINK_3} (M2)" in page.opened.links
    assert f"{LINK_3} (M2) points to this zone" in page.opened.links
    assert f"co-linked with {LINK_3} (M2)" in cell_of(page, "my-m3").label


@pytest.mark.parametrize(
    ("side", "place", "names"), [("you", 0, ["Gemini Elf", "Luster Dragon"]), ("opponent", 1, ["Mystical Elf"])]
)
def test_both_players_see_what_lies_under_an_xyz_monster(starter_app: Flask, side: str, place: int, names: list[str]) -> None:
    table = modern(BOARD)
    token = token_at(table, side, "monsters", place)
    page, html = page_of(starter_app, table, card=token), html_of(starter_app, table, card=token)
    assert page.opened is not None
    assert [card.name for card in page.opened.materials] == names
    cell = cell_of(page, f"{'my' if side == 'you' else 'opp'}-m{place + 1}")
    assert "Rank 4" in cell.label
    assert f"{len(names)} Xyz Material" in cell.label
    assert '<span class="signs__size">R4</span>' in html_at(html, cell.id)
    below = page_of(starter_app, table, card=page.opened.materials[0].token).opened
    assert below is not None
    assert below.where == f"Under {XYZ} ({'M1' if side == 'you' else 'opponent M2'})"
    assert not below.can
    assert not below.cannot
    for material in page.opened.materials:
        assert f"card={material.token}#card" in html


def test_pendulum_zones_and_scales(starter_app: Flask) -> None:
    page, html = page_of(starter_app, modern(BOARD)), html_of(starter_app, modern(BOARD))
    assert "Mandragon, Pendulum Scale 2" in cell_of(page, "my-s1").label
    assert cell_of(page, "my-s5").label == "My S5 (Pendulum Zone), empty"
    assert "(Pendulum Zone)" in cell_of(page, "opp-s1").label
    assert "Pendulum" not in cell_of(page, "my-s3").label
    assert 'signs__value--scale">2<' in html_at(html, "my-s1")
    old = page_of(starter_app, seated(duel_at({"you": {"hand": ["Gemini Elf"]}})))
    assert cell_of(old, "my-s1").label == "My S1, empty"


def test_the_panel_of_a_pendulum_card_tells_its_scale(starter_app: Flask) -> None:
    table = modern(SCALES)
    panel = page_of(starter_app, table, card=token_at(table, "you", "spells", 0)).opened
    assert panel is not None
    assert [(value.name, value.now) for value in panel.values] == [("Scale", 2)]


@pytest.mark.rule("pendulum.extra_deck.face_up_is_public")
def test_face_up_cards_of_both_extra_decks_can_be_looked_at(starter_app: Flask) -> None:
    table = modern(BOARD)
    mine, theirs = page_of(starter_app, table, pile="extra"), page_of(starter_app, table, pile="opp_extra")
    assert mine.pile is not None
    assert theirs.pile is not None
    assert [cell.card.name for cell in theirs.pile.cards if cell.card] == ["Flash Knight"]
    assert [cell.card.name for cell in mine.pile.cards if cell.card and "face-up" in cell.label] == ["Mandragon"]
    assert len(mine.pile.cards) == 3
    assert cell_of(mine, "my-extra").label.startswith("My Extra Deck: 3, 1 face-up")
    assert cell_of(mine, "opp-extra").label == "Opponent Extra Deck: 2, 1 face-up"
    assert cell_of(mine, "opp-extra").pile == "opp_extra"
    closed = page_of(starter_app, modern({"opp": {"extra": [XYZ]}}))
    assert cell_of(closed, "opp-extra").pile == ""


def test_summons_from_the_extra_deck_are_called_by_their_kind(starter_app: Flask) -> None:
    table = modern(BOARD)
    page = page_of(starter_app, table)
    labels = [one.label for one in page.question.choices]
    assert f"Link Summon {LINK}" in " / ".join(labels)
    assert f"Xyz Summon {XYZ}" in " / ".join(labels)
    assert "Activate Flash Knight in a Pendulum Zone" in labels
    table.answer(next(one for one in table.options() if one.card == token_of(table, "extra", LINK)))
    assert page_of(starter_app, table).undo == f"Link Summon {LINK}"


def test_the_pendulum_summon_is_a_button_and_a_question(starter_app: Flask) -> None:
    table = modern(SCALES)
    panel = page_of(starter_app, table, card=token_at(table, "you", "spells", 0)).opened
    assert panel is not None
    assert [one.label for one in panel.can] == ["Pendulum Summon"]
    table.answer(option(table, Verb.PENDULUM_SUMMON))
    asked = page_of(starter_app, table).question
    assert asked.title == "Pendulum Summon: which monsters?"
    assert asked.need == "0 picked; from 1 to 3 are needed"
    assert {one.card.name for one in asked.choices if one.card} == {"Battle Ox", "Gemini Elf", "Mandragon"}
    table.answer(next(one for one in table.options() if one.verb is Verb.CHOOSE))
    table.answer(option(table, Verb.DONE))
    page = page_of(starter_app, until(table.duel, "position"))
    assert page.question.title.startswith("In which position does ")


def test_why_there_is_no_pendulum_summon(starter_app: Flask) -> None:
    table = modern({"you": {"hand": ["Kuriboh"], "spells": SCALES["you"]["spells"]}})
    panel = page_of(starter_app, table, card=token_at(table, "you", "spells", 0)).opened
    assert panel is not None
    refused = next(one for one in panel.cannot if one.label == "Pendulum Summon")
    assert refused.reasons[0].rule == "pendulum.summon.levels_strictly_between"
    assert refused.reasons[0].words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ["Lien-2", "Flèches Lien", "pointe vers M1, M3", "Zone Pendule", "2 Matériels Xyz", "Rang 4", "zone liée"]),
        ("pt", ["Link-2", "Setas Link", "aponta para M1, M3", "Zona de Pêndulo", "2 Matérias Xyz", "Classe 4", "zona ligada"]),
    ],
)
def test_the_words_in_other_languages(starter_app: Flask, language: str, words: list[str]) -> None:
    html = html_of(starter_app, modern(BOARD), language)
    for word in words:
        assert word in html


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_hidden_of_the_extra_deck_reaches_the_page(starter_app: Flask, seed: int) -> None:
    """The opponent's face-down Extra Deck and hand are something else; every panel and pile stays as it was."""
    given = {**BOARD, "opp": {**BOARD["opp"], "hand": ["Kuriboh"], "spells": ["Mirror Force"]}}
    table = modern(given)
    twin = other_world(table, seed)
    view = table.duel.view(0)
    tokens = [one["token"] for side in ("you", "opponent") for one in view[side]["monsters"] if one]
    for token in [None, *tokens]:
        assert html_of(starter_app, table, card=token) == html_of(starter_app, twin, card=token)
    assert html_of(starter_app, table, pile="opp_extra") == html_of(starter_app, twin, pile="opp_extra")


def test_a_pendulum_summon_leaves_a_readable_duel(starter_app: Flask) -> None:
    duel = duel_at(SCALES, "advanced")
    act(duel, 0, Verb.PENDULUM_SUMMON, "Mandragon")
    assert page_of(starter_app, seated(Duel.from_json(duel.to_json()))).question.kind == "cards"
