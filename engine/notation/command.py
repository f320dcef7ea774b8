"""``python -m engine scenario FILE...``: a line per failure with its position, and how many passed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from engine.facts import CardFacts, read_facts, read_starter
from engine.notation.position import BadScenario
from engine.notation.scenario import Failed, Run
from engine.rulesets import NAMES, Ruleset, read_ruleset


def card_finder(path: str | None = None) -> dict[str, CardFacts]:
    """Return the cards of a card file, or of the starter catalogue, by English name."""
    found = read_starter() if path is None else read_facts(Path(path))
    return {facts.name: facts for facts in found.cards}


def ruleset_of(written: Any) -> Ruleset:
    """Return a ruleset by name, or one with house rules: {base: br, switches: {hand.limit: seven}}."""
    if isinstance(written, str):
        return read_ruleset(written)
    return read_ruleset(written["base"]).house_rules(written.get("switches", {}))


def files_of(paths: Sequence[str]) -> list[Path]:
    """Return the scenario files named, those of a folder in order of their names."""
    found: list[Path] = []
    for path in map(Path, paths):
        found += sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    return found


def run_file(path: Path, cards: dict[str, CardFacts]) -> tuple[int, list[str]]:
    """Run every scenario of a file under each of its rulesets; return how many passed and a line per failure."""
    scenarios = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not isinstance(scenarios, list):
        raise BadScenario("the file is no list of scenarios")
    passed, failures = 0, []
    for scenario in scenarios:
        for written in scenario.get("rulesets") or [name for name in NAMES if name != "tag-2017"]:
            try:
                Run(scenario, ruleset_of(written), cards.get).play()
                passed += 1
            except (Failed, BadScenario, ValueError) as fault:
                failures.append(f"{path}: {scenario.get('name')!r} ({written}): {fault}")
    return passed, failures


def main(arguments: Sequence[str]) -> int:
    """Run the command; 0 if all passed, 1 if some failed, 2 if a file cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m engine scenario", description="Run scenario files.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--cards", metavar="FILE", help="card file instead of the starter catalogue")
    options = parser.parse_args(arguments)
    passed, failures = 0, []
    try:
        cards = card_finder(options.cards)
        for path in files_of(options.files):
            done, failed = run_file(path, cards)
            passed += done
            failures += failed
    except (OSError, yaml.YAMLError, BadScenario) as fault:
        print(f"The scenarios cannot be read: {fault}", file=sys.stderr)
        return 2
    for line in failures:
        print(line)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0
