"""``python -m engine coverage`` with files that are not what they should be: words, never a traceback."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from engine.text.coverage import Coverage, deck_share, main, read_effect_facts

GOOD = {"name_en": "Dark Hole", "passcode": 53129443, "effects": [{"types": ["EFFECT_TYPE_ACTIVATE"], "categories": []}]}


@pytest.fixture
def cards(tmp_path: Path) -> str:
    """A card file with one card."""
    path = tmp_path / "cards.json"
    hole = {"id": 53129443, "name": "Dark Hole", "type": "Spell Card", "race": "Normal", "desc": "Destroy all monsters."}
    path.write_text(json.dumps({"data": [hole]}))
    return str(path)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("facts.jsonl", b'{"passcode": 1}', "line 1: these are no facts"),
        ("facts.jsonl", json.dumps(GOOD).encode() + b"\n\n5\n", "line 3: these are no facts"),
        ("facts.jsonl", b'{"name_en": ["x"], "passcode": 1, "effects": []}', "line 1: these are no facts"),
        ("facts.jsonl", b'{"name_en": "x", "passcode": 1}', "line 1: these are no facts"),
        ("facts.jsonl", b'{"name_en": "x", "passcode": 1, "effects": [5]}', "line 1: these are no facts"),
        ("facts.jsonl", b"[" * 100_000, "line 1: these are no facts"),
        ("facts.jsonl", b"\xff\xfe\x00", "is not a text file"),
        ("facts.jsonl.xz", b"hi", "is not a whole .xz archive"),
        ("facts.jsonl.xz", lzma.compress(json.dumps(GOOD).encode() * 99)[:-20], "is not a whole .xz archive"),
    ],
)
def test_effect_facts_that_cannot_be_read_are_named(
    tmp_path: Path, cards: str, capsys: pytest.CaptureFixture[str], name: str, content: bytes, told: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert main(["--cards", cards, "--facts", str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(str(path))
    assert told in printed.err
    assert printed.out == ""


def test_effect_facts_are_read_packed_or_not(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.jsonl", tmp_path / "a.jsonl.xz"
    plain.write_text(json.dumps(GOOD) + "\n\n")
    packed.write_bytes(lzma.compress(plain.read_bytes()))
    assert read_effect_facts(plain) == read_effect_facts(packed) == [GOOD]
    Coverage().compare(read_effect_facts(plain))


def test_a_folder_of_decks_that_is_not_there_is_said(tmp_path: Path, cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--cards", cards, "--decks", str(tmp_path / "none")]) == 2
    assert "There is no folder" in capsys.readouterr().err


def test_odd_numbers_and_folders_among_the_decks_are_no_cards(
    tmp_path: Path, cards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder.ydk").mkdir()
    deck = tmp_path / "deck.ydk"
    deck.write_text(f"#main\n53129443\n²\n٣\n{'9' * 5000}\n46986414\n", encoding="utf-8")
    assert deck_share(deck, {53129443}) == {"cards": 2, "playable": 1}
    assert main(["--cards", cards, "--decks", str(tmp_path)]) == 0
    assert "deck                           1 of 2" in capsys.readouterr().out


def test_facts_of_a_card_without_an_english_name_are_read(tmp_path: Path) -> None:
    path = tmp_path / "facts.jsonl"
    path.write_text(json.dumps(GOOD | {"name_en": None}), encoding="utf-8")
    (entry,) = read_effect_facts(path)
    assert entry["name_en"] is None
