"""Write what proves each rule from the tests: engine/rulebook/proofs/*.json, and the figures in docs/rulebook.md.

    python tools/make_proofs.py

Taken are every scenario that names a rule (``rules``, ``because``), the cases of Decks and matches, and every test marked
``@pytest.mark.rule("some.id", ...)``. See docs/rulebook.md, "Proof".
"""

import ast
import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.rulebook.figures import table_of_figures  # noqa: E402  the path is set above
from engine.rulesets import NAMES  # noqa: E402

TESTS = ROOT / "tests"
SCENARIOS = TESTS / "engine" / "scenarios"
MATCHES = TESTS / "engine" / "match_cases" / "matches.yaml"
DECKS = TESTS / "engine" / "decks" / "rule_cases.py"
PROOFS = ROOT / "engine" / "rulebook" / "proofs"
PAGE = ROOT / "docs" / "rulebook.md"
BEGIN, END = "<!-- figures: make proofs -->\n", "<!-- end of figures -->\n"
LONGEST = 60


def slug(text: str) -> str:
    """Return words as they stand in an address: small letters, digits and hyphens, cut at a word."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")
    return words if len(words) <= LONGEST else words[: words.rfind("-", 0, LONGEST)]


def rules_in(scenario: dict[str, Any]) -> tuple[list[str], int]:
    """Return the rules a scenario proves, those it is written for first, and how many those are."""
    written_for = list(dict.fromkeys(scenario.get("rules") or ()))
    because = [step["because"] for step in scenario.get("steps") or () if "because" in step]
    return list(dict.fromkeys([*written_for, *because])), len(written_for)


def examples_of(path: Path, name: str) -> Iterator[dict[str, Any]]:
    """Yield the scenarios of a file that prove a rule, as the package keeps them."""
    taken: set[str] = set()
    for scenario in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader):
        rules, written_for = rules_in(scenario)
        if not rules:
            continue
        found = wanted = f"{name}-{slug(scenario['name'])}"
        number = 1
        while found in taken:
            number += 1
            found = f"{wanted}-{number}"
        taken.add(found)
        yield {
            "id": found,
            "name": scenario["name"],
            "rules": rules,
            "written_for": written_for,
            "rulesets": scenario.get("rulesets") or [one for one in NAMES if one != "tag-2017"],
            "given": scenario.get("given") or {},
            "steps": scenario.get("steps") or [],
            "expect": scenario.get("expect") or {},
        }


def marked(path: Path, *, refused: bool = False) -> Iterator[tuple[str, str]]:
    """Yield (rule, test) for every test of a file that is marked with rules; with ``refused`` those that see a refusal."""
    text = path.read_text(encoding="utf-8")
    if "mark.rule(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule":
                if refused and not any(one.arg == "refused" for one in mark.keywords):
                    continue
                for argument in mark.args:
                    yield ast.literal_eval(argument), f"{path.relative_to(ROOT).as_posix()}::{node.name}"


def deck_cases() -> Iterator[tuple[str, str]]:
    """Yield (rule, test) for every rule that has a case of Decks."""
    tree = ast.parse(DECKS.read_text(encoding="utf-8"))
    (cases,) = [
        node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "CASES"
    ]
    assert isinstance(cases, ast.Dict)
    for key in cases.keys:
        assert isinstance(key, ast.Constant)
        yield str(key.value), "tests/engine/decks/test_rules.py::test_a_rule_where_it_holds"


def match_cases() -> Iterator[tuple[str, str]]:
    """Yield (rule, test) for every rule that has a case of matches."""
    for case in yaml.load(MATCHES.read_text(encoding="utf-8"), yaml.CSafeLoader):
        for rule_id in case["rules"]:
            yield rule_id, "tests/engine/test_match.py::test_a_match"


def tests_by_rule() -> dict[str, list[str]]:
    """Return the tests that name each rule."""
    found: dict[str, set[str]] = {}
    pairs = [*deck_cases(), *match_cases()]
    for path in sorted(TESTS.rglob("test_*.py")):
        pairs += marked(path)
    for rule_id, test in pairs:
        found.setdefault(rule_id, set()).add(test)
    return {rule_id: sorted(found[rule_id]) for rule_id in sorted(found)}


def proofs() -> dict[str, str]:
    """Return the text of every file of engine/rulebook/proofs, by its name."""
    files: dict[str, str] = {}
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        name = "-".join(path.relative_to(SCENARIOS).with_suffix("").parts).replace("_", "-")
        lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in examples_of(path, name)]
        if lines:
            files[f"{name}.json"] = "[\n" + ",\n".join(lines) + "\n]\n"
    named = [f"{json.dumps(rule_id)}:{json.dumps(tests)}" for rule_id, tests in tests_by_rule().items()]
    files["tests.json"] = "{\n" + ",\n".join(named) + "\n}\n"
    return files


def page_with(figures: str, page: str) -> str:
    """Return the page with the figures in their place."""
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + figures + END + rest.partition(END)[2]


def main() -> int:
    """Write the files, and take away those that nothing stands for any more."""
    PROOFS.mkdir(exist_ok=True)
    wanted = proofs()
    for path in PROOFS.glob("*.json"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (PROOFS / name).write_text(text, encoding="utf-8")
    PAGE.write_text(page_with(table_of_figures(), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{len(wanted) - 1} files of examples, {sum(len(json.loads(text)) for text in wanted.values())} entries")
    return 0


if __name__ == "__main__":
    sys.exit(main())
