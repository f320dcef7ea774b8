"""The whole rulebook: nothing lost, nothing twice, in force where the matrix says, every cited id there."""

from __future__ import annotations

import ast
import csv
import json
import re
import tokenize
from io import StringIO
from pathlib import Path

import pytest
import yaml

import engine
from engine import RULESETS, UnknownRule, rule, rules
from engine.rulebook import chapter_rules, chapters
from engine.rulesets.ruleset import _table
from tests.engine.conftest import shared_file

ENGINE = Path(engine.__file__).parent
SCENARIOS = Path(__file__).parent / "scenarios"
DOTTED = re.compile(r"[a-z_]+(?:\.[a-z0-9_]+)+")
IN_BRACKETS = re.compile(r"\(((?:[a-z_]+(?:\.[a-z0-9_]+)+(?:, )?)+)\)")


def areas() -> set[str]:
    return {area for chapter in chapters().values() for area in chapter.areas}


def test_every_rule_stands_in_one_chapter_that_its_id_belongs_to():
    seen: dict[str, str] = {}
    for chapter in chapters().values():
        for rule_id, one in chapter_rules(chapter.id).items():
            assert rule_id not in seen, f"{rule_id} stands in {seen.get(rule_id)} and {chapter.id}"
            assert rule_id.partition(".")[0] in chapter.areas
            assert one.chapter == chapter.id
            seen[rule_id] = chapter.id
    assert len(seen) >= 903
    lines = sum(len(json.loads((ENGINE / f"rulebook/chapters/{name}.json").read_text("utf-8"))) for name in chapters())
    assert lines == len(seen)
    listed = [area for chapter in chapters().values() for area in chapter.areas]
    assert len(listed) == len(set(listed))


def test_every_rule_that_refuses_stands_in_its_chapter_too():
    missing = [rule_id for rule_id, one in rules().items() if not one.sources]
    assert missing == [], f"add these to engine/rulebook/chapters/*.json, with the rulesets in which they hold: {missing}"


def test_every_rule_is_whole():
    for rule_id, one in rules().items():
        assert re.fullmatch(r"[a-z0-9_.]+", rule_id)
        assert one.title["en"], rule_id
        assert one.text["en"], rule_id
        assert one.source, rule_id
        assert all(source.document and source.place for source in one.sources), rule_id
        assert set(one.rulesets) <= set(RULESETS), rule_id
        assert one.enforced_by in {"engine", "deck", "match", "catalogue", "ui", "etiquette"}, rule_id
        assert rule_id not in one.related
        assert set(one.related) <= set(rules()), rule_id
        assert all(rule_id in rule(other).related for other in one.related), rule_id


def test_an_unknown_id_is_refused():
    assert rule("phase.main.actions") is rules()["phase.main.actions"]
    for rule_id in ("phase.main.actions.not", "no.such.rule", "", "phase"):
        with pytest.raises(UnknownRule):
            rule(rule_id)


@pytest.mark.shared_data
def test_no_rule_of_the_sources_is_lost_and_each_is_in_force_where_the_matrix_says():
    with shared_file("matrix.tsv", "rules").open(encoding="utf-8", newline="") as lines:
        matrix = {row["id"]: row for row in csv.DictReader(lines, delimiter="\t")}
    collected: dict[str, dict[str, object]] = {}
    for name in ("duel.yaml", "mr4_tag.yaml", "official.yaml"):
        for entry in yaml.safe_load(shared_file(name, "rules").read_text(encoding="utf-8")):
            collected[entry["id"]] = entry
    assert len(collected) == 892
    assert set(collected) == set(matrix)
    for rule_id, row in matrix.items():
        one = rule(rule_id)
        assert one.rulesets == tuple(name for name in RULESETS if row[name] == "1"), rule_id
        assert one.enforced_by == collected[rule_id]["enforced_by"], rule_id
        assert len(one.sources) == len(collected[rule_id]["source"]), rule_id


def test_switches_name_rules_of_the_rulebook():
    for group, switch in _table()["switches"].items():
        for value, members in switch["values"].items():
            assert set(members) <= set(rules()), (group, value)


def test_a_chapter_is_read_only_when_asked_for():
    chapter_rules.cache_clear()
    rules.cache_clear()
    rule("battle.declare.attacker_and_target")
    assert chapter_rules.cache_info().currsize == 1


def cited_in_code() -> dict[str, set[str]]:
    """Ids in brackets of docstrings and comments, by the file that cites them."""
    found: dict[str, set[str]] = {}
    for path in ENGINE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        words = [
            node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        words += [
            token.string for token in tokenize.generate_tokens(StringIO(source).readline) if token.type == tokenize.COMMENT
        ]
        for text in words:
            for group in IN_BRACKETS.findall(text):
                ids = {one for one in group.split(", ") if one.partition(".")[0] in areas()}
                found.setdefault(str(path.relative_to(ENGINE)), set()).update(ids)
    return found


def test_every_id_cited_in_the_code_exists():
    cited = cited_in_code()
    assert sum(map(len, cited.values())) > 20
    known = set(rules()) | set(_table()["switches"])
    assert {path: sorted(ids - known) for path, ids in cited.items() if ids - known} == {}


def test_every_id_cited_in_a_scenario_exists():
    cited: set[str] = set()
    for path in SCENARIOS.rglob("*.yaml"):
        for scenario in yaml.safe_load(path.read_text(encoding="utf-8")):
            cited.update(scenario.get("rules", ()))
            cited.update(step["because"] for step in scenario.get("steps", ()) if "because" in step)
    assert cited
    assert sorted(cited - set(rules())) == []


def test_every_rule_speaks_three_languages():
    for one in rules().values():
        for words in (one.title, one.text, *([one.differs] if one.differs else [])):
            assert set(words) == {"en", "fr", "pt"}, f"{one.id}: {words['en']}"
            assert all(sentence == sentence.strip() and sentence for sentence in words.values()), one.id
            assert not any(f" {mark}" in words["fr"] for mark in ":;!?»"), one.id
            assert "« " not in words["fr"], one.id
        assert not any(title.endswith(".") for title in one.title.values()), one.id
        assert len(set(one.text.values())) == 3, one.id
    assert sum(bool(one.differs) for one in rules().values()) > 100


def test_french_has_curly_apostrophes():
    read = 0
    for path in (ENGINE / "rulebook").rglob("*.json"):
        for sentence in re.findall(r'"fr"\s*:\s*"((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8")):
            assert "'" not in sentence, f"{path.name}: {sentence}"
            read += 1
    assert read > 1000
