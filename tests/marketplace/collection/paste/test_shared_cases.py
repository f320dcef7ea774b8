"""The 25 parse cases, the 21 ambiguous cases and the whole posts of the reference folder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest

from marketplace.collection.paste import ListReading, to_json
from tests.marketplace.collection.paste.shared_cases import cases, posts

Read = Callable[..., ListReading]
ABSENT = os.environ.get("DUELFOLIO_SHARED") == "absent"
PARSE = [] if ABSENT else cases("parse_cases")
AMBIGUOUS = [] if ABSENT else cases("ambiguous_cases")

_LISTS = ("candidates", "card_candidates", "rarity_candidates")
_ABOUT = {"id", "input", "context", "note", "do"}

_WHOLE = {"A01", "A02", "A03", "A04", "A05", "A06", "A10", "A11", "A17", "A18", "A19", "A20", "A21"}
"""Cases that list every printing that fits; the others list some of them."""

_QUESTION_BEFORE = {"A10": "Il est en quelle édition ton Gardien Goyo?"}


def _text(case: dict[str, Any]) -> str:
    heading = f"---------------{case['context']}:\n" if case.get("context") else ""
    question = f"{_QUESTION_BEFORE[case['id']]}\n" if case["id"] in _QUESTION_BEFORE else ""
    return heading + question + case["input"]


def test_all_cases_are_there() -> None:
    if ABSENT:
        pytest.skip("DUELFOLIO_SHARED=absent: the reference folder is not here")
    assert [case["id"] for case in PARSE] == [f"P{number:02}" for number in range(1, 26)]
    assert [case["id"] for case in AMBIGUOUS] == [f"A{number:02}" for number in range(1, 22)]


@pytest.mark.parametrize("case", PARSE, ids=lambda case: case["id"])
def test_a_written_line_gives_exactly_these_values(case: dict[str, Any], read: Read) -> None:
    found = to_json(read(_text(case)).lines)[-1]
    expected = {name: value for name, value in case.items() if name not in _ABOUT}
    assert {name: found[name] for name in expected} == expected
    assert found["kind"] == "card"
    assert found["input"] == case["input"]
    if case["note"] is None:
        assert found["note"] is None


@pytest.mark.parametrize("case", [case for case in PARSE if case["note"]], ids=lambda case: case["id"])
def test_the_note_says_what_a_reader_would(case: dict[str, Any], read: Read) -> None:
    words = {"P03": "misprint: petite tache bleue", "P12": None, "P18": None}
    found = to_json(read(_text(case)).lines)[-1]["note"]
    expected = words.get(case["id"], case["note"])
    assert found == expected or expected in found.split("; ")


@pytest.mark.parametrize("case", AMBIGUOUS, ids=lambda case: case["id"])
def test_an_ambiguous_line_leaves_open_what_is_open(case: dict[str, Any], read: Read) -> None:
    found = to_json(read(_text(case)).lines)[-1]
    for name, value in case.items():
        if name in _ABOUT:
            continue
        if name in _LISTS and (name != "candidates" or case["id"] not in _WHOLE):
            assert set(value) <= set(found[name]), name
        elif name in _LISTS:
            assert set(value) == set(found[name]), name
        else:
            assert found[name] == value, name


def test_the_usual_meaning_of_a_partial_name_comes_first(read: Read) -> None:
    assert to_json(read("Malicious").lines)[0]["card_candidates"][0] == "Destiny HERO - Malicious"


def test_no_value_is_settled_and_open_at_once(read: Read) -> None:
    for case in (*PARSE, *AMBIGUOUS):
        found = to_json(read(_text(case)).lines)[-1]
        if found["rarity"] is not None:
            assert found["rarity_candidates"] == [], case["id"]
        if found["card"] is not None:
            assert found["card_candidates"] == [], case["id"]
        if found["set_code"] is not None:
            assert found["candidates"] == [found["set_code"]], case["id"]
        for name in found["how"]:
            assert found["how"][name] in ("written", "derived", "assumed"), case["id"]
            assert found[name] is not None, case["id"]


# One mark a line of the posts that is not empty: S sentence, H heading, R remark, and for cards C, with the side (m, y)
# and the part they stand in (s: seen). The headings in force follow in the second table.
_KINDS = re.findall(
    r"\S+",
    """
H Cs Cs S
H Cs Cs H Cs Cs Cs H Cs H Cs Cs Cs Cs Cs Cs Cs H Cs
H Cs Cs Cs Cs Cs Cs Cs Cs Cs S
S Cm Cy Cy Cy Cy Cy S
S
S S S
S Cy R Cm Cm Cm Cm Cm S
Cs Cs Cs Cs Cs S
H Cs Cs Cs Cs Cs Cs Cs Cs Cs S
S S
S S C C C C C C C S
S S
H Cs Cs
R S S S S S
""",
)
_HEADINGS = {8: "Gold", 9: "Gold", 10: "Gold", 12: "Ultra Rare", **dict.fromkeys(range(14, 21), "Super Rare"), 22: "Rare"}


def test_the_whole_posts_are_read_line_by_line(read: Read) -> None:
    lines = [line for line in posts() if line.strip()]
    found = to_json(read("\n".join(lines_with_blanks())).lines)
    assert [one["input"] for one in found] == [line.strip() for line in lines]
    kinds = {"H": "heading", "R": "remark", "S": "sentence", "C": "card"}
    for place, (mark, one) in enumerate(zip(_KINDS, found, strict=True)):
        assert one["kind"] == kinds[mark[0]], one["input"]
        assert one["side"] == {"m": "me", "y": "you"}.get(mark[1:]), one["input"]
        if mark[0] == "C":
            assert one["list"] == ("seen" if mark[1:] == "s" else None), one["input"]
            assert one["heading"] == _HEADINGS.get(place), one["input"]
    cards = [one for one in found if one["kind"] == "card"]
    assert [one["input"] for one in cards if one["card"] is None] == ["Malicious"]
    numbered = [one for one in cards if "FR" in one["input"] or "-0" in one["input"] or "-1" in one["input"]]
    assert all(one["set_code"] for one in numbered)


def lines_with_blanks() -> list[str]:
    """The posts with their empty lines, which part messages."""
    return posts()


def test_sentences_of_the_posts_tell_condition_and_storage(read: Read) -> None:
    found = [one for one in to_json(read("\n".join(posts())).lines) if one["kind"] == "sentence"]
    assert [(one["condition"], one["marks"].get("storage")) for one in found if one["condition"]] == [
        ("EX", None),
        ("EX", "sous deux pochette"),
    ]


def test_the_answer_to_a_question_is_about_the_card_asked_for(read: Read) -> None:
    found = to_json(read("\n".join(posts())).lines)
    asked, answered = (
        next(one for one in found if one["input"].startswith(head)) for head in ("Il est en quelle", "Il est en promo")
    )
    assert asked["card"] == answered["card"] == "Goyo Guardian"
    assert answered["candidates"] == ["CT05-FRS03", "CT05-ENS03"]


@pytest.mark.parametrize("case", PARSE, ids=lambda case: case["id"])
def test_the_starter_catalogue_reads_the_written_lines_alike(case: dict[str, Any], read_starter: Read) -> None:
    found = to_json(read_starter(_text(case)).lines)[-1]
    expected = {name: value for name, value in case.items() if name not in _ABOUT}
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("case", [case for case in AMBIGUOUS if case["id"] != "A20"], ids=lambda case: case["id"])
def test_the_starter_catalogue_reads_the_ambiguous_lines_sensibly(case: dict[str, Any], read_starter: Read) -> None:
    found = to_json(read_starter(_text(case)).lines)[-1]
    for name, value in case.items():
        if name in ("card", "language", "rarity", "quantity", "side"):
            assert found[name] == value, name
        elif name in _LISTS:
            assert set(value) <= set(found[name]), name
