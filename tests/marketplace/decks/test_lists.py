"""Lists of limits players bring along."""

from __future__ import annotations

import io

import pytest

from marketplace.catalogue.models import Card
from marketplace.decks import limits
from marketplace.decks.verdict import verdict
from tests.factories import accounts
from tests.factories import collection as collections
from tests.factories.catalogue import printing
from tests.marketplace.decks.conftest import DARK_MAGICIAN, GEMINI_ELF, POT_OF_GREED, card_id

TWO_LISTS = f"""\ufeff#[2026.09 Friends][Cube]
!2026.09 Friends\r
{DARK_MAGICIAN} 1 --Dark Magician\r
{POT_OF_GREED}\t2 --Pot of Greed\r
this is no line
{GEMINI_ELF} -1 --Gemini Elf
!Cube
$whitelist
{DARK_MAGICIAN} 3 --Dark Magician
0 3 --
"""


@pytest.fixture
def in_request(starter_app):
    with starter_app.test_request_context():
        yield


def upload(visit, content, name="friends.lflist.conf", only=""):
    if isinstance(content, str):
        content = content.encode()
    return visit.post(
        "/decks/lists", data={"file": (io.BytesIO(content), name), "only": only}, content_type="multipart/form-data"
    )


def test_a_file_with_several_lists(visit, lists_stored):
    answer = upload(visit, TWO_LISTS)
    assert answer.status_code == 303
    lists = lists_stored()
    assert set(lists) == {"2026.09 Friends", "Cube"}
    assert (lists["2026.09 Friends"].entries, lists["2026.09 Friends"].dated) == (3, "2026-09")
    assert lists["Cube"].is_whitelist
    page = visit.get("/decks/lists").text
    assert "Line 5: “this is no line”" in page
    assert "friends.lflist.conf" in page


def test_only_the_list_of_a_name_and_the_same_list_again(visit, lists_stored):
    assert upload(visit, TWO_LISTS, only="cube").status_code == 303
    assert set(lists_stored()) == {"Cube"}
    assert upload(visit, f"!Cube\n{DARK_MAGICIAN} 0\n").status_code == 303
    lists = lists_stored()
    assert [one.is_whitelist for one in lists.values()] == [False]
    answer = upload(visit, TWO_LISTS, only="other")
    assert answer.status_code == 422
    assert 'value="other"' in answer.text
    assert "2026.09 Friends, Cube" in answer.text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (f"#created by me\n#main\n{DARK_MAGICIAN}\n", f"Line 3 reads “{DARK_MAGICIAN}”"),
        ("name,quantity\nDark Magician,3\n", "Line 1 reads “name,quantity”"),
        ('{"format": "something"}', "not a Forbidden &amp; Limited List"),
        ("", "not a Forbidden &amp; Limited List"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not a text file"),
        ("!A\x00\n1 0\n", "not a text file"),
        ('{"format": "duelfolio-banlist", "name": "\\ud800"}', "not a text file"),
        ("!Rush\n160204045 1\n160204046 1\n", "Rush Duel"),
        (b"!A\n" + b"46986414 1\n" * 300_000, "too large"),
        (b"!A\n" + b"46986414 1\n" * 480_000, "too large"),
    ],
)
def test_files_that_are_none_are_refused_in_words(visit, lists_stored, content, words):
    answer = upload(visit, content)
    assert answer.status_code == 422
    assert words in answer.text
    assert lists_stored() == {}


def test_no_file(visit):
    assert "Choose a file first." in visit.post("/decks/lists", data={}).text


def test_too_many_lists(visit, lists_stored):
    many = "".join(f"!List {number}\n{DARK_MAGICIAN} 1\n" for number in range(limits.MOST_LISTS + 1))
    answer = upload(visit, many)
    assert answer.status_code == 422
    assert "201" in answer.text
    assert upload(visit, many, only="List 7").status_code == 303
    assert set(lists_stored()) == {"List 7"}


def rules_of(found):
    return [problem.rule for problem in found.problems]


@pytest.mark.rule("deck.pool.not_listed", refused=True)
def test_a_deck_goes_by_the_chosen_list(store, player, make_deck, in_request):
    friends, cube = limits.keep_lists(store, player.id, TWO_LISTS.encode(), "f.conf")
    deck = make_deck([DARK_MAGICIAN] * 3 + [POT_OF_GREED] * 2 + [GEMINI_ELF] + [5318639] * 34)
    deck.list_kind, deck.list_id = "own", friends.id
    assert verdict(store, deck).list_name == "2026.09 Friends"
    assert {"deck.list.limited_one_copy", "deck.pool.not_listed"} <= set(rules_of(verdict(store, deck)))
    assert "deck.list.forbidden_zero_copies" not in rules_of(verdict(store, deck))
    deck.list_id = cube.id
    found = verdict(store, deck)
    assert rules_of(found).count("deck.pool.not_listed") == 3
    assert not any("Dark Magician" in problem.sentence for problem in found.problems)
    deck.list_kind, deck.list_id = "none", None
    assert verdict(store, deck).list_name == ""
    deck.list_kind, deck.list_name = "shipped", "2005.4 GOAT"
    assert verdict(store, deck).list_name == "2005.4 GOAT"
    deck.list_name = "gone"
    assert verdict(store, deck).list_name == "2026.05 TCG"


def test_only_copies_one_owns(store, player, make_deck, in_request):
    magician = store.get(Card, card_id(store, "Dark Magician"))
    collections.stack(store, player, printing(store, of=magician), quantity=2)
    deck = make_deck([DARK_MAGICIAN] * 3 + [GEMINI_ELF] * 3 + [5318639], only_owned=True)
    found = verdict(store, deck)
    named = {problem.card_id: problem.rule for problem in found.problems if problem.card_id}
    assert named[magician.id] == "deck.list.semi_limited_two_copies"
    assert named[card_id(store, "Gemini Elf")] == "deck.pool.not_listed"
    assert "my collection" in found.list_name or "my collection" in found.problems[1].sentence


def test_a_list_of_somebody_else(visit, store, make_deck, in_request):
    kaiba = accounts.user(store, "Kaiba")
    (his,) = limits.keep_lists(store, kaiba.id, f"!His\n{DARK_MAGICIAN} 0\n".encode(), "f.conf")
    store.commit()
    deck = make_deck([DARK_MAGICIAN] * 3)
    assert "His" not in visit.get("/decks/lists").text
    assert visit.post(f"/decks/lists/{his.id}/delete").status_code == 404
    assert visit.post(f"/decks/{deck.id}/rules", data={"ruleset": "advanced", "list": f"own:{his.id}"}).status_code == 404
    # Even if a deck came to point at it, it does not count.
    deck.list_kind, deck.list_id = "own", his.id
    assert verdict(store, deck).list_name == "2026.05 TCG"


def test_a_deleted_list_gives_way_to_the_rulesets(visit, lists_stored, stored, make_deck):
    upload(visit, f"!Mine\n{DARK_MAGICIAN} 0\n")
    mine = lists_stored()["Mine"]
    deck = make_deck([DARK_MAGICIAN] * 3)
    answer = visit.post(f"/decks/{deck.id}/rules", data={"ruleset": "classic", "list": f"own:{mine.id}", "version": "1"})
    assert answer.status_code == 303
    assert "1 deck goes by it" in visit.get("/decks/lists").text
    assert visit.post(f"/decks/lists/{mine.id}/delete").status_code == 303
    page = visit.get(f"/decks/{deck.id}")
    assert page.status_code == 200
    assert "no list" in page.text
    assert stored(deck.id).ruleset == "classic"


@pytest.mark.parametrize("chosen", ["own:99", "own:x", "shipped:nothing", "???", "own:99999999999999999999"])
def test_lists_nobody_offered(visit, make_deck, chosen):
    deck = make_deck([DARK_MAGICIAN])
    answer = visit.post(f"/decks/{deck.id}/rules", data={"ruleset": "advanced", "list": chosen, "version": "1"})
    assert answer.status_code in (404, 422)
