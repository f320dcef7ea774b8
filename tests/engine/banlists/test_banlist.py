"""What lists allow: by number, by name, as whitelist, combined, with points; and the lists that are shipped."""

import json
from collections import Counter
from string import Formatter

import pytest

from engine.banlists import (
    NOT_IN_POOL,
    Banlist,
    ListEntry,
    UnknownList,
    choose_list,
    combined,
    find_list,
    list_of,
    read_lflist,
    read_lists,
    read_table,
    shipped_lists,
)
from engine.card_names import name_key
from engine.decks import CardIndex, check_deck
from engine.message import UnreadableFile, sentences
from engine.rulesets import read_ruleset
from tests.engine.conftest import shared_file
from tests.engine.decks.shelf import CARDS, SHELF, copies, deck

PLAIN = Banlist("Plain", (ListEntry(1, "One", 1), ListEntry(2, "Two", 2), ListEntry(None, "Three", 0)))
WHITE = Banlist("White", (ListEntry(1, "One", 3), ListEntry(2, "Two", 1)), is_whitelist=True)


def test_a_plain_list():
    assert [PLAIN.limit([number], [name]) for number, name in ((1, "One"), (2, "x"), (9, "three"), (9, "Nine"))] == [1, 2, 0, 3]
    assert PLAIN.limit([9, 2, 1], []) == 1


def test_a_whitelist():
    assert [WHITE.limit([number], []) for number in (1, 2, 3)] == [3, 1, NOT_IN_POOL]


def test_number_or_name():
    entries = (ListEntry(1, "Uno", 0), ListEntry(5, "One", 2))
    assert Banlist("By number", entries).limit([1], ["One"]) == 0
    assert Banlist("By name", entries, goes_by_name=True).limit([1], ["One"]) == 2
    assert Banlist("By name", entries, goes_by_name=True).limit([1], ["Eins"]) == 0


def test_what_i_own_under_the_present_list():
    present = Banlist("Present", (ListEntry(1, "One", 1), ListEntry(7, "Seven", 0)), date="2026-05", source="Konami")
    owned = Banlist("Mine", (ListEntry(1, "One", 3), ListEntry(2, "Two", 2)), is_whitelist=True)
    for both in (combined(present, owned), combined(owned, present)):
        assert both.is_whitelist
        assert [both.limit([number], []) for number in (1, 2, 7, 8)] == [1, 2, NOT_IN_POOL, NOT_IN_POOL]
        assert both.date == "2026-05"
    assert combined(owned, present, "My pool").name == "My pool"
    artworks = Banlist("Present", (ListEntry(10, "Ten", 1), ListEntry(11, "Ten", 1)))
    assert combined(Banlist("Mine", (ListEntry(10, "", 2),), is_whitelist=True), artworks).limit([10, 11], ["Ten"]) == 1


@pytest.mark.rule("deck.list.points_cap", refused=True)
def test_points():
    points = {card.name: 10 for card in CARDS if card.name.startswith("Filler")} | {"Sangan": 34}
    banlist = Banlist("Genesys 2026", (), points=points, cap=434)
    ruleset = read_ruleset("advanced")
    checked = deck(copies(1, "Sangan") * 1)
    spent = 34 + 39 * 10
    assert check_deck(checked, ruleset, Banlist("Genesys", (), points=points, cap=spent), SHELF) == []
    (refusal,) = check_deck(checked, ruleset, Banlist("Genesys", (), points=points, cap=spent - 1), SHELF)
    assert refusal.rule == "deck.list.points_cap"
    assert (refusal.facts["count"], refusal.facts["allowed"], refusal.facts["excess"]) == (spent, spent - 1, 1)
    assert str(refusal.facts["cards"]).startswith("Sangan (34), Filler 1 (30)")
    assert banlist.points_of(["Nobody"]) == 0


def test_a_table_of_our_own():
    document = {
        "format": "duelfolio-banlist",
        "name": "Genesys 2026",
        "date": "2026-01-01",
        "points": {"Sangan": 5},
        "cap": 100,
    }
    (banlist,) = read_lists(json.dumps(document), "mine.json").lists
    assert (banlist.name, banlist.date, banlist.source, banlist.cap) == ("Genesys 2026", "2026-01-01", "mine.json", 100)
    assert banlist.points_of(["sangan"]) == 5


@pytest.mark.parametrize(
    "change",
    [
        {"name": "\ud800"}, {"name": "Mi\x00ne"}, {"date": "\udc00"}, {"source": "\ud800"},
        {"entries": [["\ud800", 1, 1]]}, {"points": {"San\x00gan": 5}, "cap": 100},
    ],
)  # fmt: skip
def test_a_table_with_what_no_text_holds(change):
    content = json.dumps({"format": "duelfolio-banlist", "name": "Mine"} | change)
    with pytest.raises(UnreadableFile) as caught:
        read_lists(content)
    assert caught.value.message.id == "list.not_text"


@pytest.mark.parametrize(
    "change",
    [
        {"name": None}, {"entries": {}}, {"entries": [["Sangan", 1]]}, {"entries": [["Sangan", 1, 4]]},
        {"entries": [["", None, 1]]},
        {"points": []}, {"points": {"Sangan": "5"}}, {"points": {"Sangan": -1}}, {"cap": "100"}, {"date": 2026}, {"source": 1},
    ],
)  # fmt: skip
def test_a_table_with_faults(change):
    with pytest.raises(UnreadableFile) as caught:
        read_table({"format": "duelfolio-banlist", "name": "Mine"} | change)
    assert caught.value.message.id == "list.bad_table"


def test_the_shipped_lists():
    assert [(one.name, one.date) for one in shipped_lists()] == [("2026.05 TCG", "2026-05"), ("2005.4 GOAT", "2005-04")]
    assert all(one.source for one in shipped_lists())
    for name in ("TCG", "tcg 2026.05", "2026.05 TCG", "2026.5", "TCG-2026-05"):
        assert find_list(name).name == "2026.05 TCG"
    assert find_list("goat").goes_by_name
    for name in ("", "OCG", "TCG 2025", "#"):
        with pytest.raises(UnknownList, match=r"2005\.4 GOAT"):
            find_list(name)


def test_a_list_by_name_or_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.conf").write_text("!First\n1 0\n!Second\n2 0\n")
    (tmp_path / "odd #1.conf").write_text("!Odd\n1 0\n1 1\n")
    assert list_of("TCG")[0].name == "2026.05 TCG"
    assert list_of("two.conf#Second")[0].name == "Second"
    assert list_of(f"{tmp_path}/two.conf#first")[0].source == "two.conf"
    odd, messages = list_of("odd #1.conf")
    assert (odd.name, [message.id for message in messages]) == ("Odd", ["list.twice"])
    assert list_of("odd #1.conf#odd")[0].name == "Odd"
    with pytest.raises(UnreadableFile):
        list_of("two.conf")
    for missing in ("three.conf", "there/three", "three.conf#First"):
        with pytest.raises(OSError, match="three"):
            list_of(missing)
    with pytest.raises(UnknownList):
        list_of("three")


@pytest.mark.shared_data
def test_the_shipped_tcg_list_says_what_its_source_says(catalogue):
    source = choose_list(read_lflist(shared_file("banlists/TCG.lflist.conf").read_bytes()))
    shipped = find_list("TCG")
    assert [(entry.passcode, entry.limit) for entry in shipped.entries] == [
        (entry.passcode, entry.limit) for entry in source.entries
    ]
    names = {card.name for card in catalogue.cards}
    assert [entry.name for entry in shipped.entries if entry.name not in names] == []
    assert not shipped.is_whitelist
    assert not shipped.goes_by_name


@pytest.mark.shared_data
def test_the_shipped_goat_list_says_what_its_source_says(catalogue):
    source = choose_list(read_lflist(shared_file("banlists/GOAT.lflist.conf").read_bytes()))
    shipped = find_list("GOAT")
    assert [(entry.passcode, entry.limit) for entry in shipped.entries] == [
        (entry.passcode, entry.limit) for entry in source.entries
    ]
    index = CardIndex(catalogue.cards)
    assert [entry.name for entry in shipped.entries if not any(c.name == entry.name for c in index.named(entry.name))] == []
    by_name: dict[str, int] = {}
    for entry in shipped.entries:
        key = name_key(entry.name)
        by_name[key] = min(entry.limit, by_name.get(key, 3))
    # 44 lines of Limited cards name 41: three stand there under two numbers. Of 19 Forbidden lines two are artworks.
    assert (Counter(by_name.values())[1], Counter(by_name.values())[0]) == (41, 17)
    for name, limit in (("Sangan", 1), ("Pot of Greed", 1), ("Change of Heart", 0), ("Black Skull Dragon", 3)):
        card = index.named(name)[0]
        assert shipped.limit([card.passcode], [card.name]) == limit
    assert shipped.limit([44508094], ["Stardust Dragon"]) == NOT_IN_POOL


def test_every_message_speaks_three_languages():
    slots = {key: {language: sorted(_slots(text)) for language, text in words.items()} for key, words in sentences().items()}
    assert [key for key, found in slots.items() if set(found) != {"en", "fr", "pt"}] == []
    assert [key for key, found in slots.items() if len({tuple(names) for names in found.values()}) != 1] == []


def _slots(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}
