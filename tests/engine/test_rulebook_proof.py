"""Every rule is proven, every rule that forbids is seen to forbid, and what the package says of it is fresh."""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from engine import RULESETS, UnknownExample, UnknownRule, example, examples, in_force, is_proven, proof_of, read_ruleset, rules
from engine.notation.command import ruleset_of
from engine.rulebook.figures import main, table_of_figures
from engine.rulebook.proving import KINDS, kinds, rules_with_tests
from engine.rulesets import switch_members, switch_values
from tests.engine.decks.rule_cases import CASES

ROOT = Path(__file__).resolve().parents[2]
MOST_TEXT = 45


@cache
def tool() -> ModuleType:
    """tools/make_proofs.py, which is no part of a package."""
    spec = importlib.util.spec_from_file_location("make_proofs", ROOT / "tools/make_proofs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_rule_is_proven() -> None:
    missing = {rule_id for rule_id in rules() if not is_proven(rule_id)}
    assert sorted(missing) == [], "write a scenario, a case or a marked test, then `make proofs` (docs/rulebook.md)"


def test_what_the_package_says_of_proofs_is_fresh() -> None:
    wanted = tool().proofs()
    found = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "engine/rulebook/proofs").glob("*.json")}
    stale = sorted(name for name in {*wanted, *found} if wanted.get(name) != found.get(name))
    assert stale == [], "run `make proofs`"
    page = (ROOT / "docs/rulebook.md").read_text(encoding="utf-8")
    assert table_of_figures() in page, "run `make proofs`"


def test_every_proof_names_rules_that_exist() -> None:
    named = {rule_id for one in examples() for rule_id in example(one).rules} | set(rules_with_tests()) | set(kinds())
    assert sorted(named - set(rules())) == []


def test_an_example_proves_what_is_in_force_in_it() -> None:
    for one in map(example, examples()):
        for written in one.rulesets:
            held = in_force(ruleset_of(written))
            assert [rule_id for rule_id in one.rules if rule_id not in held] == [], (one.id, written)


def test_a_rule_has_one_kind_of_proof_and_texts_have_reasons() -> None:
    texts = [rule_id for rule_id, (kind, _) in kinds().items() if kind == "text"]
    assert 0 < len(texts) <= MOST_TEXT
    for rule_id in rules():
        proof = proof_of(rule_id)
        assert proof.kind in KINDS
        if proof.kind == "text":
            assert set(proof.reason) == {"en", "fr", "pt"}
            assert len(set(proof.reason.values())) == 3, rule_id
            assert all(words.endswith(".") for words in proof.reason.values()), rule_id
            assert not any(re.search(" [:;!?]", words) or "'" in words for words in [proof.reason["fr"]]), rule_id
            assert proof.tests == (), f"{rule_id} is proven by a test: it is no mere text"
        else:
            assert not proof.reason
    raw = (ROOT / "engine/rulebook/proof.json").read_text(encoding="utf-8")
    assert all(raw.count(f'"{rule_id}"') == 1 for rule_id in kinds())


def refused_in_tests() -> set[str]:
    found = {rule_id for rule_id, case in CASES.items() if case.breaks}
    for one in map(example, examples()):
        found.update(step["because"] for step in one.steps if "because" in step)
    matches = (ROOT / "tests/engine/match_cases/matches.yaml").read_text(encoding="utf-8")
    for case in yaml.load(matches, yaml.CSafeLoader):
        steps = [next(iter(step.values())) for step in case.get("steps", ()) if isinstance(step, dict)]
        found.update(wanted[key] for wanted in (case, *steps) for key in ("because", "also") if key in wanted)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        found.update(rule_id for rule_id, _ in tool().marked(path, refused=True))
    return found


def test_every_rule_that_forbids_is_seen_to_forbid() -> None:
    """A rule of victory has a sentence that says how a duel ended: nothing is refused by it."""
    forbidding = {rule_id for rule_id, one in rules().items() if one.refusal and not rule_id.startswith("win.")}
    assert len(forbidding) > 140
    assert sorted(forbidding - refused_in_tests()) == []


def test_what_is_refused_in_tests_has_a_sentence_for_it() -> None:
    silent = sorted(rule_id for rule_id in refused_in_tests() if set(rules()[rule_id].refusal) != {"en", "fr", "pt"})
    assert silent == []


def test_of_every_switch_one_value_is_in_force() -> None:
    for name in RULESETS:
        held = {rule_id for rule_id, one in rules().items() if name in one.rulesets}
        for switch, value in read_ruleset(name).switches().items():
            chosen = set() if value is None else set(switch_members(switch, value))
            others = {rule_id for one in switch_values(switch) if one != value for rule_id in switch_members(switch, one)}
            assert sorted((others - chosen) & held) == [], f"{name} has two values of {switch}"
            assert value is None or chosen & held, f"nothing in {name} says that {switch} is {value}"


def test_a_rule_of_no_ruleset_comes_by_a_house_rule() -> None:
    """Or it is one that no program can see to, such as cards that are handed over."""
    brought = {
        rule_id
        for switch in read_ruleset("advanced").switches()
        for value in switch_values(switch)
        for rule_id in switch_members(switch, value)
    }
    nowhere = {rule_id for rule_id, one in rules().items() if not one.rulesets}
    assert sorted(rule_id for rule_id in nowhere - brought if proof_of(rule_id).kind != "text") == []


def test_an_unknown_example_or_rule_is_refused() -> None:
    with pytest.raises(UnknownExample):
        example("no-such-example")
    with pytest.raises(UnknownRule):
        proof_of("no.such.rule")


def test_the_plainest_example_comes_first() -> None:
    for rule_id in rules():
        found = [len(example(one).rules) for one in proof_of(rule_id).examples[:1]]
        least = [len(example(one).rules) for one in proof_of(rule_id).examples if rule_id in example(one).rules[:1]]
        assert not least or not found or found[0] <= max(least)


def test_the_command_counts_and_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    told = capsys.readouterr().out
    assert f"| **all** | {len(rules())} /" in told
    assert main(["--open"]) == 0
    assert capsys.readouterr().out.split() == []
