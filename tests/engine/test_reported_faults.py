"""The list of faults reported in public programs agrees with the scenarios and tests that name them (docs/reported-faults.md)."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CASE = re.compile(r"\b(?:BAT|CHN|CTL|EQF|STA|SUM|MOV|OPT|WIN)-\d\d\b")
COLLECTED = ROOT.parent / "shared" / "duel" / "bugs.json"


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading, without its head."""
    text = (ROOT / "docs" / "reported-faults.md").read_text(encoding="utf-8")
    part = text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line] for line in lines]


def listed() -> dict[str, set[str]]:
    """Return where the list says that each case is proved."""
    return {case: set(re.findall(r"`([^`]+)`", where)) for case, _, where, _ in rows("Proved")}


def named() -> dict[str, set[str]]:
    """Return the scenario files and tests in which each case is named."""
    found: dict[str, set[str]] = defaultdict(set)
    folder = HERE / "scenarios"
    for path in folder.rglob("*.yaml"):
        for scenario in yaml.safe_load(path.read_text(encoding="utf-8")):
            for case in CASE.findall(scenario["name"]):
                found[case].add(path.relative_to(folder).with_suffix("").as_posix())
    for path in HERE.glob("test_*.py"):
        if path != Path(__file__):
            for case in CASE.findall(path.read_text(encoding="utf-8")):
                found[case].add(path.stem)
    return dict(found)


def test_what_is_listed_as_proved_is_named_where_the_list_says_and_nowhere_else() -> None:
    assert listed() == named()


def test_the_two_lists_hold_every_case_once() -> None:
    cases = [row[0] for heading in ("Proved", "Waiting") for row in rows(heading)]
    assert len(cases) == len(set(cases)) == 82
    assert all(CASE.fullmatch(case) for case in cases)
    assert all(all(row) for row in rows("Waiting")), "a case that waits says what for"


@pytest.mark.skipif(not COLLECTED.exists(), reason="the collection of cases is not here")
def test_the_lists_are_of_the_cases_that_were_collected() -> None:
    collected = {entry["id"] for entry in json.loads(COLLECTED.read_text(encoding="utf-8"))}
    assert {row[0] for heading in ("Proved", "Waiting") for row in rows(heading)} == collected


def test_every_question_is_answered_by_a_test_that_exists_or_says_what_it_waits_for() -> None:
    asked = rows("Asked why")
    assert len(asked) == 10
    for _, _, answer in asked:
        found = re.fullmatch(r"`(test_\w+\.py)::(test_\w+)`", answer)
        if found is None:
            assert answer.startswith("waits for "), answer
            continue
        paths = list((ROOT / "tests").rglob(found.group(1)))
        assert any(f"def {found.group(2)}(" in path.read_text(encoding="utf-8") for path in paths), answer
