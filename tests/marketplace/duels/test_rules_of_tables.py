"""What the rulebook says of the table: where things lie, what everybody may see, and what nobody but the owner may."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from engine import Verb
from marketplace.duels.cells import Cell
from marketplace.duels.names import CardNames
from marketplace.duels.page import DuelPage
from marketplace.duels.table import Table
from tests.marketplace.duels.boards import html_of, page_of
from tests.marketplace.duels.positions import act, duel_at, seated
from tests.marketplace.duels.test_modern import cell_of, html_at

BOARD: dict[str, Any] = {
    "you": {
        "lp": 5300,
        "hand": ["Gemini Elf", "Mirror Force"],
        "deck": ["Kozaky"] * 7,
        "extra": ["Stardust Dragon"],
        "monsters": [
            {"card": "Luster Dragon", "zone": "M2"},
            {"card": "Mystical Elf", "zone": "M3", "position": "defense"},
            {"card": "Man-Eater Bug", "zone": "M4", "position": "set"},
        ],
        "spells": [{"card": "Trap Hole", "zone": "S2"}],
        "gy": ["Summoned Skull", "Pot of Greed"],
        "banished": [{"card": "Sangan", "face_down": True}],
    },
    "opp": {
        "lp": 2900,
        "hand": ["Heavy Storm", "Frostosaurus", "Marauding Captain"],
        "deck": ["Kozaky"] * 4,
        "extra": ["Blackwing Armor Master", "Junk Warrior"],
        "monsters": [
            {"card": "Cyber Dragon", "zone": "M1"},
            {"card": "Battle Ox", "zone": "M2", "position": "defense"},
            {"card": "Penguin Soldier", "zone": "M5", "position": "set"},
        ],
        "spells": [{"card": "Solemn Judgment", "zone": "S3"}],
        "gy": ["Vorse Raider", "Dark Hole"],
        "banished": [{"card": "Dust Tornado", "face_down": True}],
    },
}
HIDDEN = ("Heavy Storm", "Frostosaurus", "Marauding Captain", "Blackwing Armor Master", "Junk Warrior", "Penguin Soldier")
"""Names of BOARD that only the opponent knows; the Set Trap and the banished card are among MORE."""
MORE = ("Solemn Judgment", "Dust Tornado")


def table(given: dict[str, Any] = BOARD, ruleset: str = "rulebook-2009") -> Table:
    return seated(duel_at(given, ruleset))


def cells(page: DuelPage) -> Iterator[Cell]:
    for _title, rows in page.board.groups:
        for row in rows:
            yield from row.cells


def rows_of(page: DuelPage) -> list[list[str]]:
    return [[cell.id for cell in row.cells] for _title, rows in page.board.groups for row in rows]


def names_in(page: DuelPage) -> list[str]:
    assert page.pile is not None
    return [cell.card.name for cell in page.pile.cards if cell.card is not None]


@pytest.mark.rule("zone.layout.two_rows")
def test_each_half_has_a_row_of_monsters_and_nearer_to_its_player_one_of_spells(starter_app: Flask) -> None:
    rows = rows_of(page_of(starter_app, table()))
    assert [row[1] for row in rows] == ["opp-s5", "opp-m5", "my-banished", "my-m1", "my-s1"]
    for row in (rows[0], rows[1], rows[3], rows[4]):
        assert len([cell for cell in row if re.fullmatch(r"(my|opp)-[ms]\d", cell)]) == 5


@pytest.mark.rule("zone.layout.corners")
def test_the_corners_are_as_in_the_earliest_rules(starter_app: Flask) -> None:
    rows = rows_of(page_of(starter_app, table({"you": {"hand": ["Gemini Elf"]}}, "classic")))
    upper, lower = rows[3], rows[4]
    assert (upper[0], upper[-1], lower[0], lower[-1]) == ("my-field", "my-gy", "my-extra", "my-deck")


@pytest.mark.rule("extra_deck.placed_apart_on_the_left")
def test_the_extra_deck_lies_on_the_left_of_its_owner(starter_app: Flask) -> None:
    rows = rows_of(page_of(starter_app, table()))
    assert (rows[4][0], rows[4][-1]) == ("my-extra", "my-deck")
    assert (rows[0][-1], rows[0][0]) == ("opp-extra", "opp-deck"), "the opponent's half is turned round"


@pytest.mark.rule("zone.side_deck_and_banished_are_not_the_playing_field")
def test_banished_cards_lie_beside_the_field_and_a_side_deck_nowhere(starter_app: Flask) -> None:
    shown = page_of(starter_app, table(ruleset="advanced"))
    rows = rows_of(shown)
    assert [cell for row in rows for cell in row if "banished" in cell] == ["opp-banished", "my-banished"]
    assert "opp-banished" in rows[2], "in the middle row, apart from the rows of each player"
    assert not [cell for row in rows for cell in row if "side" in cell]


@pytest.mark.rule("zone.monster.orientation", "zone.main.orientation_shows_position")
def test_a_monster_in_defense_position_lies_sideways(starter_app: Flask) -> None:
    html = html_of(starter_app, table())
    page = page_of(starter_app, table())
    classes = _classes(html)
    assert "is-defense" not in classes["my-m2"]
    assert "is-defense" in classes["my-m3"]
    assert "is-defense" in classes["my-m4"]
    assert "is-set" in classes["my-m4"]
    assert "is-defense" in classes["opp-m2"]
    assert "Attack Position" in cell_of(page, "my-m2").label
    assert "Defense Position" in cell_of(page, "my-m3").label


def _classes(html: str) -> dict[str, str]:
    return {place: words for words, place in re.findall(r'class="(cell at-([\w-]+)[^"]*)" role="gridcell"', html)}


@pytest.mark.rule("info.public.life_points", "setup.life_points.keep_a_record")
def test_life_points_of_both_are_shown_and_every_change_is_written_down(starter_app: Flask) -> None:
    duel = duel_at({"turn": {"phase": "battle"}, **BOARD}, "rulebook-2009")
    page = page_of(starter_app, seated(duel))
    assert (page.you.lp, page.opponent.lp) == (5300, 2900)
    duel = duel_at({"you": {"monsters": ["Luster Dragon"]}, "turn": {"phase": "battle"}}, "rulebook-2009")
    act(duel, 0, Verb.ATTACK, "Luster Dragon")
    while duel.view(0)["opponent"]["lp"] == 8000:
        decision = duel.decision
        assert decision is not None
        duel.apply_legal(decision.player, next(one for one in duel.options(decision.player) if one.verb is Verb.PASS))
    after = seated(duel)
    assert page_of(starter_app, after).opponent.lp == 6100
    assert duel.log is not None
    assert any("1900" in line for line in duel.log.lines(0))
    assert "1900" in html_of(starter_app, after)


@pytest.mark.rule("info.public.hand_and_deck_counts")
def test_the_numbers_of_cards_are_shown(starter_app: Flask) -> None:
    page, html = page_of(starter_app, table()), html_of(starter_app, table())
    assert page.opponent.hand == 3
    assert "Opponent&#39;s hand: 3 cards" in html or "Opponent's hand: 3 cards" in html
    found = {cell.id: cell.count for cell in cells(page) if cell.count is not None}
    assert (found["my-deck"], found["opp-deck"]) == (7, 4)
    assert (found["my-extra"], found["opp-extra"]) == (1, 2)
    assert (found["my-gy"], found["opp-gy"]) == (2, 2)


@pytest.mark.rule("info.public.graveyards", "zone.graveyard.public")
def test_both_graveyards_can_be_looked_through_at_any_time(starter_app: Flask) -> None:
    for ruleset in ("rulebook-2009", "advanced"):
        for phase in ("main1", "battle"):
            at = table({**BOARD, "turn": {"phase": phase}}, ruleset)
            assert sorted(names_in(page_of(starter_app, at, pile="gy"))) == ["Pot of Greed", "Summoned Skull"]
            assert sorted(names_in(page_of(starter_app, at, pile="opp_gy"))) == ["Dark Hole", "Vorse Raider"]
    theirs = table({**BOARD, "turn": {"player": "opp"}}, "advanced")
    assert len(names_in(page_of(starter_app, theirs, pile="opp_gy"))) == 2


@pytest.mark.rule("info.public.answer_truthfully")
def test_what_is_public_is_shown_as_it_is(starter_app: Flask) -> None:
    at = table()
    state, page = at.duel.state, page_of(starter_app, at)
    for cell in cells(page):
        side, _, zone = cell.id.partition("-")
        player = state.players[0 if side == "my" else 1]
        if zone in ("gy", "banished", "extra", "deck"):
            assert cell.count == len(getattr(player, zone))
        elif zone[0] == "m":
            uid = player.monsters[int(zone[1]) - 1]
            assert (cell.card is not None) == (uid >= 0)
            if cell.card is not None and state.cards[uid].face_up:
                assert cell.card.english == state.cards[uid].printed.name
                assert cell.card.position == ("attack" if state.cards[uid].attack else "defense")


@pytest.mark.rule("info.hidden.hand_set_and_deck", "extra_deck.content_private_count_public")
def test_hands_decks_and_set_cards_of_the_opponent_are_numbers_and_backs(starter_app: Flask) -> None:
    for ruleset in ("rulebook-2009", "advanced"):
        at = table(ruleset=ruleset)
        views = [html_of(starter_app, at), *(html_of(starter_app, at, pile=pile) for pile in ("opp_extra", "opp_banished"))]
        for name in (*HIDDEN, *MORE):
            assert not any(name in html for html in views), name
        assert cell_of(page_of(starter_app, at), "opp-extra").pile == "", "there is nothing to open"
        assert "Gemini Elf" in views[0]


@pytest.mark.rule("face_down.definition")
def test_a_face_down_card_is_known_to_its_player_only(starter_app: Flask) -> None:
    page = page_of(starter_app, table())
    mine, theirs = cell_of(page, "my-m4"), cell_of(page, "opp-m5")
    assert "Man-Eater Bug" in mine.label
    assert "face-down Defense Position" in mine.label
    assert "face-down card" in theirs.label
    other = table()
    other.seat = 1
    turned = page_of(starter_app, other)
    assert "Penguin Soldier" in cell_of(turned, "my-m5").label
    assert "face-down card" in cell_of(turned, "opp-m4").label


@pytest.mark.rule("monster.flip.identity_unknown_while_face_down")
def test_a_face_down_monster_does_not_show_whether_it_has_a_flip_effect(starter_app: Flask) -> None:
    def board(name: str) -> str:
        return html_of(starter_app, table({"opp": {"monsters": [{"card": name, "position": "set"}]}}))

    assert board("Penguin Soldier") == board("Gemini Elf")


@pytest.mark.rule("zone.extra.owner_may_look", "zone.extra_deck.face_down_and_viewable")
def test_the_owner_may_look_through_the_extra_deck_at_any_time(starter_app: Flask) -> None:
    for ruleset in ("rulebook-2009", "advanced"):
        for turn in ({"player": "you"}, {"player": "opp"}, {"phase": "battle"}):
            at = table({**BOARD, "turn": turn}, ruleset)
            assert names_in(page_of(starter_app, at, pile="extra")) == ["Stardust Dragon"]
    assert cell_of(page_of(starter_app, table()), "my-extra").face_up == 0, "it lies face-down"


@pytest.mark.rule("zone.banished.face_down_seen_by_owner_only")
def test_a_card_banished_face_down_is_seen_by_its_owner(starter_app: Flask) -> None:
    at = table(ruleset="advanced")
    assert names_in(page_of(starter_app, at, pile="banished")) == ["Sangan"]
    assert names_in(page_of(starter_app, at, pile="opp_banished")) == [""]
    assert "Dust Tornado" not in html_of(starter_app, at, pile="opp_banished")


@pytest.mark.rule("counter.track_data")
def test_counters_are_shown_with_their_names(starter_app: Flask) -> None:
    given = {"you": {"monsters": [{"card": "Royal Magical Library", "counters": {"Spell Counter": 2}, "zone": "M1"}]}}
    page = page_of(starter_app, table(given))
    assert "2 × Spell Counter" in cell_of(page, "my-m1").label
    assert cell_of(page, "my-m1").counters == 2


@pytest.mark.rule("token.any_marker_with_two_positions")
def test_a_token_shows_its_position(starter_app: Flask) -> None:
    duel = duel_at({"you": {"spells": ["Scapegoat"]}}, "rulebook-2009")
    act(duel, 0, Verb.ACTIVATE, "Scapegoat")
    while not any(uid >= 0 for uid in duel.state.players[0].monsters):
        decision = duel.decision
        assert decision is not None
        duel.apply_legal(decision.player, next(one for one in duel.options(decision.player) if one.verb is Verb.PASS))
    at = seated(duel)
    cell = cell_of(page_of(starter_app, at), "my-m1")
    assert "Sheep Token" in cell.label
    assert "Defense Position" in cell.label
    assert "is-defense" in _classes(html_of(starter_app, at))["my-m1"]
    assert 'class="mini mini--token' in html_at(html_of(starter_app, at), "my-m1")


@pytest.mark.parametrize(("language", "name"), [("en", "Sheep Token"), ("fr", "Jeton Mouton"), ("pt", "Ficha Ovelha")])
def test_a_token_has_a_name_in_each_language(language: str, name: str) -> None:
    assert CardNames(language, {}, {})("Sheep Token") == name


@pytest.mark.rule("spell.equip.layout_behind_host")
def test_an_equip_spell_names_the_monster_it_is_attached_to(starter_app: Flask) -> None:
    given = {
        "you": {
            "monsters": [{"card": "Luster Dragon", "zone": "M2"}, {"card": "Gemini Elf", "zone": "M4"}],
            "spells": [{"card": "Axe of Despair", "face_up": True, "zone": "S4", "equipped_to": "Gemini Elf"}],
        }
    }
    at = table(given)
    token = at.duel.view(0)["you"]["spells"][3]["token"]
    panel = page_of(starter_app, at, card=token).opened
    assert panel is not None
    assert "Gemini Elf (M4)" in panel.equipped
