"""The zone of a Summon, a Set or an activation can be chosen, and need not be."""

from __future__ import annotations

import html as escapes
import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import Action, Verb
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.duels.choices import Choice
from marketplace.duels.table import NotAnOption, Table
from tests.marketplace.duels.boards import html_of, page_of
from tests.marketplace.duels.conftest import put, table_in, version_on
from tests.marketplace.duels.modern import BOARD, LINK, modern
from tests.marketplace.duels.positions import duel_at, seated
from tests.marketplace.duels.test_modern import token_of


def button(app: Flask, table: Table, zone: str, name: str, verb: Verb) -> Choice:
    panel = page_of(app, table, card=token_of(table, zone, name)).opened
    assert panel is not None
    return next(one for one in panel.can if json.loads(one.value)["verb"] == verb.value)


def test_a_link_summon_offers_its_zones(starter_app: Flask) -> None:
    table = modern(BOARD)
    one = button(starter_app, table, "extra", LINK, Verb.SPECIAL_SUMMON)
    action = Action.from_json(json.loads(one.value))
    assert action.zone is None
    assert [json.loads(zone.value)["zone"] for zone in one.zones] == table.duel.places(0, action)
    labels = {zone.cell: zone.label for zone in one.zones}
    assert labels["my-m3"] == f"M3, linked by {LINK} (EX1)"
    assert labels["ex-1"].startswith("EX1 (Extra Monster Zone), in place of ")


def test_every_offered_zone_is_on_the_board_and_in_the_form(starter_app: Flask) -> None:
    table = modern(BOARD)
    for zone, name in (("extra", LINK), ("hand", "Gemini Elf"), ("hand", "Mirror Force")):
        html = html_of(starter_app, table, card=token_of(table, zone, name))
        cells = re.findall(r'data-zone="([\w-]+)"', html)
        assert cells
        for cell in cells:
            assert f' id="{cell}"' in html
        assert re.search(r'<details class="zones" data-zones>\s*<summary>', html)
        values = re.findall(r'name="choice" value="([^"]+)" data-zone', html)
        assert all("zone" in json.loads(escapes.unescape(value)) for value in values)


def test_sets_and_normal_summons_offer_the_zones_of_their_row(starter_app: Flask) -> None:
    table = modern(BOARD)
    summon = button(starter_app, table, "hand", "Gemini Elf", Verb.NORMAL_SUMMON)
    assert [zone.cell for zone in summon.zones] == ["my-m2", "my-m3"]
    trap = button(starter_app, table, "hand", "Mirror Force", Verb.SET)
    assert [zone.cell for zone in trap.zones] == ["my-s2", "my-s3", "my-s4", "my-s5"]
    assert [zone.label for zone in trap.zones][-1] == "S5 (Pendulum Zone)"
    monster = button(starter_app, table, "hand", "Gemini Elf", Verb.SET)
    assert [zone.cell for zone in monster.zones] == ["my-m2", "my-m3"]


def test_a_pendulum_card_offers_the_free_pendulum_zones(starter_app: Flask) -> None:
    both = modern({"you": {"hand": ["Flash Knight"]}})
    one = button(starter_app, both, "hand", "Flash Knight", Verb.ACTIVATE)
    assert [zone.cell for zone in one.zones] == ["my-s1", "my-s5"]
    single = button(starter_app, modern(BOARD), "hand", "Flash Knight", Verb.ACTIVATE)
    assert single.zones == (), "with one zone left there is nothing to choose"


def test_a_spell_offers_the_free_zones_and_a_field_spell_none(starter_app: Flask) -> None:
    table = seated(duel_at({"you": {"hand": ["Pot of Greed", "Mountain"], "spells": [{"card": "Mirror Force", "zone": "S2"}]}}))
    spell = button(starter_app, table, "hand", "Pot of Greed", Verb.ACTIVATE)
    assert [zone.cell for zone in spell.zones] == ["my-s1", "my-s3", "my-s4", "my-s5"]
    assert button(starter_app, table, "hand", "Mountain", Verb.ACTIVATE).zones == ()


def test_the_chosen_zone_is_taken(starter_app: Flask) -> None:
    table = modern({"you": {"hand": ["Flash Knight"]}})
    one = button(starter_app, table, "hand", "Flash Knight", Verb.ACTIVATE)
    table.answer(Action.from_json(json.loads(one.zones[1].value)))
    assert table.duel.view(0)["you"]["spells"][4]["name"] == "Flash Knight"


@pytest.mark.parametrize("zone", [2, 5, 7, -1])
def test_a_zone_that_is_not_offered_is_refused(zone: int) -> None:
    table = modern({"you": {"hand": ["Flash Knight", "Gemini Elf"]}})
    knight = next(one for one in table.options() if one.verb is Verb.ACTIVATE)
    with pytest.raises(NotAnOption):
        table.answer(Action(knight.verb, knight.card, knight.effect, zone=zone))
    elf = next(one for one in table.options() if one.verb is Verb.NORMAL_SUMMON)
    if zone != 2:
        with pytest.raises(NotAnOption):
            table.answer(Action(elf.verb, elf.card, zone=zone))
    assert table.version == 1


def test_a_zone_is_chosen_without_script(web: FlaskClient, player: User, database: Database) -> None:
    """The list of zones is a form like any other: press "M3" and the monster is there."""
    table = modern(BOARD)
    duel_id = put(database, table, player.id)
    token = token_of(table, "hand", "Gemini Elf")
    page = web.get(f"/duels/{duel_id}?card={token}").text
    value = next(
        escapes.unescape(value)
        for value, cell in re.findall(r'value="([^"]+)" data-zone="([\w-]+)"', page)
        if cell == "my-m3" and "normal_summon" in value
    )
    answer = web.post(f"/duels/{duel_id}/answer", data={"choice": value, "version": version_on(page)})
    assert answer.status_code == 303
    monsters = table_in(database, duel_id).duel.view(0)["you"]["monsters"]
    assert monsters[2]["name"] == "Gemini Elf"
