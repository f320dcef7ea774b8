"""House rules on the site: made, refused in words, shared, copied, played, and kept with the duel."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from engine import Deck, DeckCard, house_rules_of, read_ruleset
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.decks import decks
from marketplace.duels import saving
from marketplace.duels.models import PracticeDuel
from marketplace.rules import house
from marketplace.rules.models import HouseRuleset
from tests.factories import accounts

SEVEN = {
    "base": "advanced",
    "name": "Seven in hand",
    "s:hand.limit": "seven",
    "s:turn.first.draw": "draw",
    "s:hand.limit.excess": "",
}


@pytest.fixture
def owner(database: Database) -> User:
    with database.write() as session:
        return accounts.user(session, "Yugi")


@pytest.fixture
def visit(app: Flask, owner: User, log_in: Callable[[FlaskClient, object], None]) -> FlaskClient:
    client = app.test_client()
    log_in(client, owner)
    return client


@pytest.fixture
def other(app: Flask, database: Database, log_in: Callable[[FlaskClient, object], None]) -> FlaskClient:
    with database.write() as session:
        user = accounts.user(session, "Kaiba")
    client = app.test_client()
    log_in(client, user)
    return client


def rows(database: Database) -> list[HouseRuleset]:
    with database.read() as session:
        return list(session.scalars(select(HouseRuleset).order_by(HouseRuleset.id)))


def shared_link(visit: FlaskClient) -> str:
    visit.post("/rules/house/1/share", data={"on": "1"})
    found = re.search(r'value="[^"]*(/rules/house/shared/[^"]+)"', visit.get("/rules/house/1").text)
    assert found is not None
    return found.group(1)


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_the_form_speaks_every_language_for_every_base(visit: FlaskClient, language: str) -> None:
    visit.post("/locale", data={"locale": language})
    for base in ("advanced", "tag-2017", "classic", "nonsense"):
        page = visit.get(f"/rules/house/new?base={base}")
        assert page.status_code == 200
        assert 'name="s:hand.limit"' in page.text
        assert f'lang="{language}"' in page.text


def test_what_differs_is_said_with_the_rules(visit: FlaskClient, database: Database) -> None:
    made = visit.post("/rules/house/new", data=SEVEN)
    assert made.status_code == 303
    page = visit.get(made.location).text
    comes, goes = page.split("Comes in")[1:], page.split("Goes out")[1:]
    assert any("/rules/hand.limit.seven" in part.split("Goes out")[0] for part in comes)
    assert any("/rules/hand.limit.six" in part.split("Comes in")[0] for part in goes)
    assert "/rules/turn.first.player_draws" in page
    assert rows(database)[0].changes == {"hand.limit": "seven", "turn.first.draw": "draw"}
    assert "Seven in hand" in visit.get("/rules/house").text


def test_the_same_form_twice_makes_one(visit: FlaskClient, database: Database) -> None:
    for _twice in range(2):
        visit.post("/rules/house/new", data=SEVEN | {"form_key": "abc"})
    assert len(rows(database)) == 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": "  "}, "Give them a name"),
        ({"name": "x" * 61}, "60 characters"),
        ({"s:hand.limit": "", "s:turn.first.draw": ""}, "Nothing differs"),
        ({"s:hand.limit": "eight"}, "has no value"),
        ({"s:hand.limits": "six"}, "There is no switch"),
        ({"s:turn.order": "four"}, "belongs to the wording of other rulesets"),
        ({"s:zone.monster.max": "five"}, "goes only together with another value of"),
        ({"base": "expert"}, "There is no ruleset"),
        ({"base": "classic", "s:synchro.materials.location": "wide"}, "lacks what the switch"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_kept(
    visit: FlaskClient, database: Database, wrong: dict[str, str], words: str
) -> None:
    refused = visit.post("/rules/house/new", data=SEVEN | wrong)
    assert refused.status_code == 422
    assert words in refused.text
    assert rows(database) == []
    if "s:hand.limit" not in wrong:
        assert re.search(r'name="s:hand.limit".*?value="seven" selected', refused.text, re.S)


def test_an_edit_meets_an_older_page(visit: FlaskClient, database: Database) -> None:
    visit.post("/rules/house/new", data=SEVEN)
    five = {"name": "Five", "s:hand.limit": "five", "version": "1"}
    assert visit.post("/rules/house/1/edit", data=five).status_code == 303
    assert visit.post("/rules/house/1/edit", data=five).status_code == 303, "sent twice, it is done once"
    stale = visit.post("/rules/house/1/edit", data=five | {"name": "Other"})
    assert stale.status_code == 409
    assert 'value="Other"' in stale.text, "what was typed is kept"
    assert (rows(database)[0].name, rows(database)[0].version) == ("Five", 2)


def test_others_see_only_what_is_shared_and_copy_it(
    app: Flask, visit: FlaskClient, other: FlaskClient, database: Database
) -> None:
    visit.post("/rules/house/new", data=SEVEN)
    for path in ("", "/edit"):
        assert other.get(f"/rules/house/1{path}").status_code == 404
    for path in ("edit", "share", "delete"):
        assert other.post(f"/rules/house/1/{path}", data={"on": "1", "version": "1", "name": "x"}).status_code == 404
    assert other.get("/rules/house/shared/nothing").status_code == 404
    link = shared_link(visit)
    stranger = app.test_client().get(link)
    assert stranger.status_code == 200
    assert "/rules/hand.limit.seven" in stranger.text
    assert "/edit" not in stranger.text
    for _twice in range(2):
        assert other.post(f"{link}/copy", data={"form_key": "k"}).status_code == 303
    mine, copy = rows(database)
    assert (copy.name, copy.base, copy.changes) == (mine.name, mine.base, mine.changes)
    assert copy.user_id != mine.user_id
    visit.post("/rules/house/1/share", data={"on": "0"})
    assert other.get(link).status_code == 404
    assert shared_link(visit) != link


def test_a_duel_keeps_the_house_rules_it_began_with(visit: FlaskClient, other: FlaskClient, database: Database) -> None:
    visit.post("/rules/house/new", data=SEVEN)
    page = visit.get("/duels/new?ruleset=house:1")
    assert 'name="ruleset" value="house:1"' in page.text
    form = {
        "ruleset": "house:1",
        "my_deck": "practice:dragon-hoard",
        "their_deck": "practice:iron-vanguard",
        "opponent": "sensible",
    }
    assert other.post("/duels/new", data=form).status_code == 404
    url = visit.post("/duels/new", data=form).location
    visit.post("/rules/house/1/edit", data={"name": "Changed", "s:hand.limit": "five", "version": "1"})
    with database.read() as session:
        row = saving.get_duel(session, rows(database)[0].user_id, int(url.rsplit("/", 1)[1]))
        rules = saving.table_of(row).duel.state.rules
    assert row.ruleset == "advanced"
    assert rules == read_ruleset("advanced").house_rules({"hand.limit": "seven", "turn.first.draw": "draw"})
    assert row.house is not None
    assert row.house["key"] == house_rules_of(rules).key
    assert "Seven in hand (Advanced" in visit.get("/duels").text
    visit.post("/rules/house/1/delete")
    assert visit.get(url).status_code == 200
    visit.post(f"{url}/surrender", data={"confirmed": "1"})
    again = visit.post(f"{url}/rematch").location
    with database.read() as session:
        newest = session.scalar(select(PracticeDuel).order_by(PracticeDuel.id.desc()))
        assert newest is not None
        assert again.endswith(f"/{newest.id}")
        assert newest.house == row.house


def test_deck_checks_go_by_house_rules(visit: FlaskClient) -> None:
    """The Decks offered for a duel are those legal under the house rules: no Link or Xyz Monsters of the Extra Deck."""
    fusion = SEVEN | {"name": "Fusion only", "s:deck.extra.contents": "fusion"}
    visit.post("/rules/house/new", data=fusion)
    usual = visit.get("/duels/new?ruleset=advanced").text
    house_page = visit.get("/duels/new?ruleset=house:1").text
    offered = set(re.findall(r'name="my_deck" value="practice:([\w-]+)"', usual))
    allowed = set(re.findall(r'name="my_deck" value="practice:([\w-]+)"', house_page))
    assert allowed < offered


def test_a_deck_goes_by_house_rules(
    visit: FlaskClient, other: FlaskClient, app: Flask, database: Database, owner: User
) -> None:
    """A deck of its own is checked by them, a duel proposes them, and once they are gone today's rules hold."""
    visit.post("/rules/house/new", data={"base": "advanced", "name": "Sixteen to the side", "s:deck.side.size": "exactly15"})
    with database.write() as session, app.test_request_context():
        side = tuple(DeckCard(None, "Sangan") for _copy in range(3))
        deck = decks.create(session, owner.id, "Mine", cards=Deck((), (), side))
        deck_id, version = deck.id, deck.version
        theirs = decks.create(session, accounts.user(session, "Joey").id, "Theirs", ruleset="house:1")
        assert theirs.ruleset == "advanced", "house rules of somebody else are none"
    page = visit.get(f"/decks/{deck_id}").text
    assert '<option value="house:1"' in page
    assert "deck.side.size.exactly_fifteen" not in page
    form = {"ruleset": "house:1", "list": "default", "version": version}
    assert visit.post(f"/decks/{deck_id}/rules", data=form).status_code == 303
    page = visit.get(f"/decks/{deck_id}").text
    assert "deck.side.size.exactly_fifteen" in page
    assert "Sixteen to the side" in page
    assert 'name="ruleset" value="house:1"' in visit.get(f"/duels/new?deck={deck_id}").text
    assert visit.post(f"/decks/{deck_id}/rules", data=form | {"ruleset": "house:99", "version": version + 1}).status_code < 500
    visit.post("/rules/house/1/delete")
    page = visit.get(f"/decks/{deck_id}").text
    assert "deck.side.size.exactly_fifteen" not in page
    assert "House rules that are gone" in page
    assert visit.get("/decks").status_code == 200
    assert visit.get(f"/duels/new?deck={deck_id}").status_code == 200


def test_no_more_than_fifty(visit: FlaskClient, database: Database, owner: User) -> None:
    with database.write() as session:
        for number in range(house.MOST):
            house.make(session, owner.id, f"Rules {number}", "advanced", {"hand.limit": "seven"})
    refused = visit.post("/rules/house/new", data=SEVEN)
    assert refused.status_code == 422
    assert str(house.MOST) in refused.text
    with database.read() as session:
        assert session.scalar(select(func.count()).select_from(HouseRuleset)) == house.MOST


def test_rules_that_this_version_lacks_are_told(visit: FlaskClient, database: Database, owner: User) -> None:
    with database.write() as session:
        session.add(HouseRuleset(user_id=owner.id, name="Old", base="advanced", changes={"hand.limit": "nine"}))
    assert "cannot be played any more" in visit.get("/rules/house").text
    assert "has no value nine" in visit.get("/rules/house/1").text
    assert visit.get("/rules/house/1/edit").status_code == 200
    assert visit.get("/duels/new?ruleset=house:1").status_code == 200
    assert visit.get("/duels/new").status_code == 200
