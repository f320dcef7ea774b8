"""``python -m engine scenario FILE...``: a line per failure with its position, and how many passed."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from engine.facts import CardFacts, UnreadableFacts, read_facts, read_starter
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
    """Return the scenario files named, those of a folder in order of their names; ``ValueError`` for one without any."""
    found: list[Path] = []
    for path in map(Path, paths):
        inside = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not inside:
            raise ValueError(f"no file in {path} ends in .yaml")
        found += inside
    return found


def run_file(path: Path, cards: dict[str, CardFacts]) -> tuple[int, list[str]]:
    """Run every scenario of a file under each of its rulesets; return how many passed and a line per failure."""
    scenarios = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not isinstance(scenarios, list):
        raise BadScenario("the file is no list of scenarios")
    passed, failures = 0, []
    for number, scenario in enumerate(scenarios, start=1):
        if not isinstance(scenario, dict):
            raise BadScenario(f"entry {number} of the list is no scenario")
        rulesets = scenario.get("rulesets") or [name for name in NAMES if name != "tag-2017"]
        if not isinstance(rulesets, list):
            raise BadScenario(f"the rulesets of entry {number} are no list")
        for written in rulesets:
            try:
                Run(scenario, ruleset_of(written), cards.get).play()
                passed += 1
            except (Failed, BadScenario, ValueError) as fault:
                failures.append(f"{path}: {scenario.get('name')!r} ({written}): {fault}")
            except (TypeError, AttributeError, LookupError) as fault:
                failures.append(f"{path}: {scenario.get('name')!r} ({written}): {_stumble(fault)}")
    return passed, failures


def _stumble(fault: Exception) -> str:
    """Say where a scenario of another shape than scenarios have, or the engine itself, went wrong."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    return f"not written as a scenario is, or a fault of the engine: {fault!r} in {Path(last.filename).name}:{last.lineno}"


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
    except (OSError, yaml.YAMLError, UnreadableFacts, ValueError) as fault:
        print(f"The scenarios cannot be read: {fault}", file=sys.stderr)
        return 2
    except RecursionError:
        print("The scenarios cannot be read: they are nested too deeply.", file=sys.stderr)
        return 2
    for line in failures:
        print(line)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0
