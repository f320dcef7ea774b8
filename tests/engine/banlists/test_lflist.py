"""The .lflist.conf format: public files, their quirks, and what is refused."""

import pytest

from engine.banlists import NOT_IN_POOL, ListEntry, choose_list, other_game, read_lflist, read_lists, write_lflist
from engine.message import UnreadableFile
from tests.engine.conftest import shared_file

BANLISTS = {
    "TCG.lflist.conf": ("2026.05 TCG", "2026-05", False, 229, {0: 121, 1: 98, 2: 10}),
    "OCG.lflist.conf": ("2026.07 OCG", "2026-07", False, 200, {0: 95, 1: 92, 2: 13}),
    "World.lflist.conf": ("2026.05 Worlds", "2026-05", False, 274, {0: 137, 1: 120, 2: 17}),
    "Traditional.lflist.conf": ("2026.05 Traditional", "2026-05", False, 229, {1: 219, 2: 10}),
    "GOAT.lflist.conf": ("2005.4 GOAT", "2005-04", True, 1705, {0: 19, 1: 44, 2: 15, 3: 1627}),
    "Speed.lflist.conf": ("2025.07 Speed Duel", "2025-07", True, 1519, {0: 1, 1: 10, 2: 14, 3: 1494}),
}


@pytest.mark.shared_data
@pytest.mark.parametrize("name", BANLISTS)
def test_public_lists(name):
    file = read_lists(shared_file(f"banlists/{name}").read_bytes(), name)
    (banlist,) = file.lists
    limits = [entry.limit for entry in banlist.entries]
    counts = {limit: limits.count(limit) for limit in sorted(set(limits))}
    assert (banlist.name, banlist.date, banlist.is_whitelist, len(limits), counts) == BANLISTS[name]
    assert banlist.source == name
    assert all(entry.name == entry.name.strip() and "\t" not in entry.name for entry in banlist.entries)
    assert not any(message.is_loss for message in file.messages)


@pytest.mark.shared_data
def test_quirks_of_a_public_list():
    file = read_lflist(shared_file("lflist_speed_quirks.lflist.conf", "market/samples").read_bytes())
    assert [message.id for message in file.messages] == ["list.twice"] * 7
    assert str(file.messages[1]) == ("line 1506: 99861526 is listed twice, first in line 932. The lower number counts: 1.")
    assert file.lists[0].limit([99861526], []) == 1


@pytest.mark.shared_data
def test_a_list_with_remarks_before_its_option():
    (banlist,) = read_lflist(shared_file("lflist_2003_meta-before-whitelist.lflist.conf", "market/samples").read_bytes()).lists
    assert (banlist.name, banlist.date, banlist.is_whitelist, len(banlist.entries)) == ("2003", None, True, 1162)
    assert banlist.limit([4031928], ["Change of Heart"]) == 0
    assert banlist.limit([44508094], ["Stardust Dragon"]) == NOT_IN_POOL


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("21044178 0 --Abyss Dweller", ListEntry(21044178, "Abyss Dweller", 0)),
        ("21044178 0", ListEntry(21044178, "", 0)),
        ("21044178\t1\t--Abyss Dweller\t\t\tMAIN DECK", ListEntry(21044178, "Abyss Dweller", 1)),
        ("  21044178   2   -- Abyss Dweller  ", ListEntry(21044178, "Abyss Dweller", 2)),
        ("021044178 3 Abyss Dweller", ListEntry(21044178, "Abyss Dweller", 3)),
        ("21044178 -1 --Abyss Dweller (Pre-Errata)", ListEntry(21044178, "Abyss Dweller", -1)),
        ("21044178 -5", ListEntry(21044178, "", -1)),
        ('80181649 1 --"A Case for K9"', ListEntry(80181649, '"A Case for K9"', 1)),
        ("7 0 --Card - with a dash", ListEntry(7, "Card - with a dash", 0)),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_one_line(line, entry, end, mark):
    content = (mark + end.join(["#[2030.01 Test]", "!2030.01 Test", "", "#Forbidden", "--Heading", line, ""])).encode()
    file = read_lflist(content)
    assert file.lists[0].entries == (entry,)
    assert file.lists[0].date == "2030-01"
    assert file.messages == ()


def test_several_lists_in_one_file():
    file = read_lflist("!2020.1.15 One\n1 0\n!Two\n$whitelist\n1 2\n2 3\n!Three\n--StartDate 2021-07-01\n3 1\n")
    assert [(one.name, one.date, one.is_whitelist, len(one.entries)) for one in file.lists] == [
        ("2020.1.15 One", "2020-01-15", False, 1),
        ("Two", None, True, 2),
        ("Three", "2021-07-01", False, 1),
    ]
    assert choose_list(file, "two").name == "Two"
    for name, reason in (("", "list.several"), ("Four", "list.no_such_name")):
        with pytest.raises(UnreadableFile) as caught:
            choose_list(file, name)
        assert caught.value.message.id == reason
        assert "Two" in str(caught.value)


def test_what_is_listed_twice_has_the_lowest_limit():
    file = read_lflist("!A\n10 2 --First\n10 1 --First\n11 0 --Second\n11 3 --Second\n")
    told = [(message.line, message.facts["first"], message.facts["limit"]) for message in file.messages]
    assert told == [(3, 2, 1), (5, 4, 0)]
    assert [file.lists[0].limit([number], []) for number in (10, 11)] == [1, 0]
    assert file.lists[0].limit([], ["Second"]) == 0


def test_lines_that_cannot_be_read_are_named():
    file = read_lflist("1000 1\n!A\n$blacklist\n11 1\nAbyss Dweller 0\n12 many\n99999999999 0\n13 5\n")
    assert [(message.id, message.line, message.is_loss) for message in file.messages] == [
        ("list.before_name", 1, True),
        ("list.unknown_option", 3, True),
        ("list.bad_line", 5, False),
        ("list.bad_line", 6, False),
        ("list.bad_line", 7, True),
        ("list.high_limit", 8, False),
    ]
    assert file.lists[0].entries == (ListEntry(11, "", 1), ListEntry(13, "", 3))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "list.no_list"),
        (b"21044178 0 --Abyss Dweller\n", "list.no_list"),
        (b"#main\n89631139\n!side\n89631139\n", "list.no_list"),
        (b"!A\n#Forbidden\n", "list.empty"),
        (b"\x89PNG\x00", "list.not_text"),
        (b"<html><body>!</body></html>", "list.no_list"),
        (b'{"data": []}', "list.no_list"),
        (b"{", "list.no_list"),
        (b"set_code,quantity\nLOB-001,3\n", "list.no_list"),
        (b"!A\n" + b"#" * 2_100_000, "list.too_large"),
    ],
)
def test_what_is_no_list_is_refused_in_words(content, reason):
    with pytest.raises(UnreadableFile) as caught:
        read_lists(content)
    assert caught.value.message.id == reason
    for language in ("en", "fr", "pt"):
        assert "{" not in caught.value.message.sentence(language)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("!2025 Rush\n160001001 1\n160001002 0\n89631139 3\n", "list.rush_duel"),
        ("!Speed\n$whitelist\n89631139 3\n300101001 3\n", "list.speed_duel"),
    ],
)
def test_a_list_of_another_game_is_refused_in_words(content, reason):
    file = read_lists(content)
    assert other_game(file.lists[0]).id == reason
    with pytest.raises(UnreadableFile) as caught:
        choose_list(file)
    assert caught.value.message.id == reason


def test_lists_of_this_game_that_shut_out_other_games():
    (banlist,) = read_lists("!TCG without Skills\n300101001 -1\n89631139 1\n").lists
    assert other_game(banlist) is None


@pytest.mark.shared_data
@pytest.mark.parametrize("name", ["TCG.lflist.conf", "GOAT.lflist.conf"])
def test_written_and_read_again(name):
    (banlist,) = read_lflist(shared_file(f"banlists/{name}").read_bytes()).lists
    (again,) = read_lflist(write_lflist(banlist)).lists
    assert (again.entries, again.is_whitelist, again.date) == (banlist.entries, banlist.is_whitelist, banlist.date)
