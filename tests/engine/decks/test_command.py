"""``python -m engine deck check``: lines, exit status, and what it says about files it can't use."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine import CardKind, Frame
from engine.__main__ import main
from engine.decks import DeckFormat, write_deck
from tests.engine.conftest import ROOT
from tests.engine.facts.invented import deck_monster, deck_spell

from .rule_cases import mixed
from .shelf import CARDS, SHELF, copies, deck, fusions


@pytest.fixture
def cards(tmp_path: Path) -> str:
    """The shelf's Effect, Normal and Fusion Monsters and its Spells, as the YGOPRODeck API answers them."""
    entries = []
    for card in CARDS:
        if card.passcode is None or card.frame not in (Frame.EFFECT, Frame.NORMAL, Frame.FUSION, Frame.SPELL):
            continue
        values: dict[str, object] = {"id": card.passcode, "name": card.name, "card_sets": [], "card_images": [], "desc": ""}
        if card.kind is CardKind.SPELL:
            entries.append(deck_spell(**values, race="Normal"))
        elif card.frame is Frame.FUSION:
            kind = {"typeline": ["Warrior", "Fusion"], "frameType": "fusion", "type": "Fusion Monster"}
            entries.append(deck_monster(**values, **kind, race="Warrior"))
        else:
            entries.append(deck_monster(**values, typeline=["Warrior", "Effect"], race="Warrior"))
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"data": entries}), encoding="utf-8")
    return str(path)


@pytest.fixture
def saved(tmp_path: Path):
    def save(name: str, content: object) -> str:
        path = tmp_path / name
        text = content if isinstance(content, (str, bytes)) else write_deck(content, DeckFormat.YDK, SHELF).text
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return save


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    status = main(["deck", "check", *arguments])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def test_a_legal_deck_prints_nothing(capsys, saved, cards):
    path = saved("legal.ydk", deck(copies(3, "Sangan"), fusions(15)))
    for ruleset in ("classic", "rulebook-2009", "br", "master-rule-4", "advanced"):
        assert run(capsys, path, "--ruleset", ruleset, "--list", "none", "--cards", cards) == (0, [], "")


def test_a_line_per_refusal(capsys, saved, cards):
    path = saved("illegal.ydk", deck([*copies(4, "Sangan"), 123], fusions(16), size=61))
    status, lines, errors = run(capsys, path, "--ruleset", "advanced", "--cards", cards)
    assert status == 1
    assert [line.partition(": ")[0] for line in lines] == [
        "deck.main_forty_to_sixty",
        "deck.extra.max_fifteen",
        "deck.card.unknown",
        "deck.copies.max_three.main_extra_side_together",
    ]
    assert lines[0].endswith("Bring it to 60. [also deck.main.size.min40_max60]")
    assert errors == ""


def test_lists(capsys, saved, cards):
    path = saved("greedy.ydk", deck(copies(2, "Pot of Greed")))
    conf = saved("two.lflist.conf", "!First\r\n55144522 1 --Pot of Greed\r\n!Second of two\r\n55144522 2\r\n")
    common = (path, "--ruleset", "rulebook-2009", "--cards", cards)
    assert run(capsys, *common)[0] == 0
    status, lines, _ = run(capsys, *common, "--list", f"{conf}#First")
    assert (status, len(lines)) == (1, 1)
    assert lines[0].startswith("deck.list.limited_one_copy: ")
    assert "First" in lines[0]
    assert run(capsys, *common, "--list", f"{conf}#second")[0] == 0
    status, lines, _ = run(capsys, *common, "--list", "TCG")
    assert (status, lines[0].partition(":")[0]) == (1, "deck.list.forbidden_zero_copies")
    assert "2026.05 TCG" in lines[0]
    for words, said in [
        (conf, "First, Second of two"),
        (f"{conf}#Third", "Third"),
        ("Rush", "2005.4 GOAT"),
        ("missing.lflist.conf", "missing.lflist.conf"),
        (path, "“!name”"),
        (saved("rush.lflist.conf", "!Rush\n160001001 1\n160001002 0\n"), "Rush Duel"),
        (saved("speed.lflist.conf", "!Speed\n$whitelist\n300101001 3\n55144522 3\n"), "Speed Duel"),
    ]:
        status, lines, errors = run(capsys, *common, "--list", words)
        assert (status, lines) == (2, [])
        assert said in errors


def test_the_2005_pool_is_the_default_there(capsys, saved, cards):
    path = saved("2005.ydk", deck(copies(1, "Sangan")))
    status, lines, _ = run(capsys, path, "--ruleset", "goat-2005", "--cards", cards)
    assert status == 1
    assert {line.partition(":")[0] for line in lines} == {"deck.pool.goat_by_name"}
    assert not any("Sangan" in line for line in lines)


def test_teams(capsys, saved, cards):
    one, two = saved("one.ydk", mixed(1, 0, "Monster Reborn")), saved("two.ydk", mixed(0, 1, "Monster Reborn"))
    small = saved("small.ydk", deck(size=39))
    common = ("--ruleset", "tag-2017", "--cards", cards)
    status, lines, _ = run(capsys, one, two, *common)
    assert (status, [line.partition(":")[0] for line in lines]) == (1, ["tag.deck.limited_covers_side_and_extra"])
    status, lines, _ = run(capsys, one, small, *common)
    assert status == 1
    assert lines[0].startswith(f"deck.main_forty_to_sixty: {small}: ")
    status, lines, _ = run(capsys, one, *common)
    assert (status, [line.partition(":")[0] for line in lines]) == (1, ["tag.deck.own_deck_each"])
    assert run(capsys, one, two, *common, "--list", "none")[0] == 0
    status, lines, errors = run(capsys, one, two, "--ruleset", "advanced", "--cards", cards)
    assert (status, lines) == (2, [])
    assert "each player has one Deck" in errors


def test_what_cannot_be_read(capsys, saved, cards, tmp_path):
    legal = saved("legal.ydk", deck())
    for path, said in [
        (str(tmp_path / "nowhere.ydk"), "No such file"),
        (str(tmp_path), "Is a directory"),
        (saved("picture.ydk", b"\x89PNG\x00\x00"), "not a text file"),
        (saved("damaged.txt", "ydke://AAAA!!!"), "Main Deck"),
        (saved("cut.txt", "ydke://FBFNAA=="), "cut off"),
    ]:
        status, _, errors = run(capsys, path, "--ruleset", "advanced", "--cards", cards)
        assert status == 2
        assert said in errors
        assert path in errors
    status, lines, errors = run(capsys, legal, "--ruleset", "advanced", "--cards", legal)
    assert (status, lines) == (2, [])
    assert legal in errors


def test_remarks_do_not_change_the_verdict(capsys, saved, cards):
    text = write_deck(deck(), DeckFormat.YDK, SHELF).text.replace("#main", "#main\nmy monsters")
    status, lines, errors = run(capsys, saved("remark.ydk", text), "--ruleset", "advanced", "--cards", cards)
    assert (status, lines) == (0, [])
    assert "line 3" in errors
    assert "my monsters" in errors


def test_a_list_in_words(capsys, saved, cards):
    text = "Main (41)\n3 Sangan\n1 Nobody's Card\n" + "\n".join(f"3 Filler {number}" for number in range(1, 13)) + "\n1 7\n"
    status, lines, errors = run(capsys, saved("words.txt", text), "--ruleset", "advanced", "--cards", cards)
    assert (status, [line.partition(":")[0] for line in lines]) == (1, ["deck.card.unknown"])
    assert "Nobody's Card" in lines[0]
    assert "line 3" in errors


def test_as_a_command_of_its_own(saved):
    path = saved("starter.ydk", "#main\n" + "46986414\n" * 4 + "!side\n")
    done = subprocess.run(
        [sys.executable, "-m", "engine", "deck", "check", path, "--ruleset", "rulebook-2009"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        "deck.main.size.min40_max60",
        "deck.copies.max_three.main_extra_side_together",
    ]
    assert "starter catalogue" in done.stderr


@pytest.mark.parametrize("arguments", [[], ["nothing"], ["deck"], ["deck", "check"], ["deck", "check", "x", "--ruleset", "y"]])
def test_wrong_commands(arguments, capsys):
    try:
        status: object = main(arguments)
    except SystemExit as end:
        status = end.code
    assert status == 2
    assert capsys.readouterr().err


def test_help(capsys):
    assert main(["--help"]) == 0
    assert "deck" in capsys.readouterr().out
