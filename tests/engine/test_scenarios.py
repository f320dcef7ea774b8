"""Every scenario file passes, and every hand-written card has one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from engine.cards import definition, slug, written_names
from engine.notation.command import card_finder, main, run_file
from tests.engine.duels import starter

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios_pass(path: Path) -> None:
    passed, failures = run_file(path, card_finder())
    assert failures == []
    assert passed > 0


def words_of(part: object) -> Iterator[str]:
    """Yield every string of a part of a scenario."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for item in part:
            yield from words_of(item)
    elif isinstance(part, dict):
        for item in part.values():
            yield from words_of(item)


def test_every_playable_card_is_used_in_a_scenario() -> None:
    used = {
        word
        for path in FILES
        for scenario in yaml.safe_load(path.read_text(encoding="utf-8"))
        for word in words_of([scenario.get("given"), scenario.get("steps")])
    }
    playable = {facts.name for facts in starter().values() if definition(facts) is not None} | set(written_names())
    assert len(playable) > 250
    assert sorted(playable - used) == []


def test_every_card_file_is_named_for_its_card() -> None:
    for name in written_names():
        facts = starter()[name]
        made = definition(facts)
        assert made is not None
        assert made.name == name
        assert slug(name)


def test_a_failing_scenario_says_what_was_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "- name: wrong\n  rulesets: [advanced]\n"
        '  given: {you: {hand: ["Gemini Elf"]}}\n'
        '  steps: [{you: normal summon, card: "Gemini Elf"}]\n'
        "  expect: {opp.lp: 1}\n"
        "- name: unknown card\n  rulesets: [advanced]\n"
        '  given: {you: {hand: ["No Such Card"]}}\n'
    )
    assert main([str(path)]) == 1
    told = capsys.readouterr().out
    assert "expected opp.lp: 1, found 8000" in told
    assert "No Such Card" in told
    assert told.splitlines()[-1] == "0 passed, 2 failed"


def test_an_answer_that_was_not_asked_for_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "unasked.yaml"
    path.write_text(
        "- name: unasked\n  rulesets: [advanced]\n"
        '  given: {you: {hand: ["Gemini Elf"]}}\n'
        '  steps: [{you: normal summon, card: "Gemini Elf", cost: ["Gemini Elf"]}]\n'
    )
    assert main([str(path)]) == 1
    assert "was not asked for" in capsys.readouterr().out


def test_a_file_that_is_no_scenario_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("{")
    assert main([str(path)]) == 2
    assert main([str(tmp_path / "absent.yaml")]) == 2


def test_a_folder_without_scenario_files_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scenarios.yml.txt").write_text("[]")
    assert main([str(tmp_path)]) == 2
    assert f"no file in {tmp_path} ends in .yaml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"\xb1\x00", 2), (b"- 1\n", 2), (b"- rulesets: 5\n", 2), (b"[" * 5000, 2), (b"\xed\xa0\x80", 2), (b"", 2),
        (b"- given: 5\n", 1), (b"- steps: [1]\n", 1), (b"- rulesets: [5]\n", 1), (b"- given: {turn: {player: me}}\n", 1),
        (b"- rulesets: [{switches: {}}]\n", 1), (b"- rules: 5\n", 1), (b"- expect: [1]\n", 1),
    ],
)  # fmt: skip
def test_files_that_are_no_scenarios_are_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, status: int
) -> None:
    path = tmp_path / "odd.yaml"
    path.write_bytes(content)
    assert main([str(path)]) == status
    said = capsys.readouterr()
    assert said.err if status == 2 else "not written as a scenario is" in said.out or "There is no" in said.out
