"""What proves each rule: examples that are played, cases of Decks and matches, tests of pages, or a reason why none can.

``proof.json`` says of which kind the proof of a rule is; a rule it does not name is proven by examples. ``proofs/`` holds the
examples and the names of the tests, written from the tests by ``make proofs``, so that the site can show them without the tests.
An example is a scenario (docs/engine.md) with an id; its file is read when it is asked for.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from engine.rulebook import rule

_FOLDER = Path(__file__).parent
_PROOFS = _FOLDER / "proofs"
_TESTS = "tests"
KINDS = ("scenario", "deck", "match", "ui", "catalogue", "made_up", "text")


@dataclass(frozen=True, slots=True)
class Proof:
    """How one rule is proven."""

    kind: str
    """"scenario", "deck", "match", "ui" (what pages show and hide), "catalogue", "made_up" (a duel with a card made up for it, since no delivered
    card raises the question), or "text" for what no program can check."""
    reason: Mapping[str, str]
    """Why nothing but the text stands for it, by language; empty for the other kinds."""
    examples: tuple[str, ...]
    """Ids of the examples that prove it, the plainest first. A rule of any kind can have some."""
    tests: tuple[str, ...]
    """The tests that name it, as path::function."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position, what is tried in it, and what is expected then."""

    id: str
    name: str
    """In English, as the tests call it."""
    rules: tuple[str, ...]
    """The ids of the rules it proves: those it is written for first, then those that refuse something in it."""
    rulesets: tuple[str | Mapping[str, Any], ...]
    """Where it holds: names, or {"base": ..., "switches": {...}} for house rules."""
    given: Mapping[str, Any] = field(repr=False)
    steps: Sequence[Mapping[str, Any]] = field(repr=False)
    expect: Mapping[str, Any] = field(repr=False)


class UnknownExample(KeyError):
    """No example has that id."""


def proof_of(rule_id: str) -> Proof:
    """Return how a rule is proven; raises ``UnknownRule``."""
    rule(rule_id)
    kind, reason = kinds().get(rule_id, ("scenario", {}))
    return Proof(kind, reason, _index()[0].get(rule_id, ()), tuple(_tests().get(rule_id, ())))


def is_proven(rule_id: str) -> bool:
    """Whether anything proves the rule: an example, a test of the kind it needs, or a reason why there can be none."""
    proof = proof_of(rule_id)
    if proof.kind == "text":
        return bool(proof.reason)
    return bool(proof.examples) if proof.kind == "scenario" else bool(proof.tests or proof.examples)


def example(example_id: str) -> Example:
    """Return the example of that id; raises ``UnknownExample``."""
    name = _index()[1].get(example_id)
    if name is None:
        raise UnknownExample(example_id)
    return _examples(name)[example_id]


def examples() -> list[str]:
    """Return the ids of all examples, file by file."""
    return list(_index()[1])


def rules_with_tests() -> list[str]:
    """Return the ids that tests name."""
    return list(_tests())


@cache
def kinds() -> dict[str, tuple[str, Mapping[str, str]]]:
    """Return kind and reason of every rule that is not proven by examples, as ``proof.json`` has them."""
    table = json.loads((_FOLDER / "proof.json").read_text(encoding="utf-8"))
    found: dict[str, tuple[str, Mapping[str, str]]] = {}
    for kind in KINDS[1:]:
        reasons = table[kind] if kind == "text" else {rule_id: {} for rule_id in table[kind]}
        found.update((rule_id, (kind, reason)) for rule_id, reason in reasons.items())
    return found


@cache
def _index() -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Return the examples of every rule, and the file of every example. The examples themselves are not kept."""
    by_rule: dict[str, list[tuple[bool, int, int, str]]] = {}
    files: dict[str, str] = {}
    for path in sorted(_PROOFS.glob("*.json")):
        if path.stem == _TESTS:
            continue
        for entry in json.loads(path.read_text(encoding="utf-8")):
            files[entry["id"]] = path.stem
            written_for = entry["rules"][: entry["written_for"]]
            for rule_id in entry["rules"]:
                rank = (rule_id not in written_for, len(entry["rules"]), len(entry["steps"]), entry["id"])
                by_rule.setdefault(rule_id, []).append(rank)
    return {rule_id: tuple(rank[-1] for rank in sorted(ranks)) for rule_id, ranks in by_rule.items()}, files


@lru_cache(maxsize=4)
def _examples(name: str) -> dict[str, Example]:
    found = {}
    for entry in json.loads((_PROOFS / f"{name}.json").read_text(encoding="utf-8")):
        found[entry["id"]] = Example(
            entry["id"],
            entry["name"],
            tuple(entry["rules"]),
            tuple(entry["rulesets"]),
            entry["given"],
            entry["steps"],
            entry["expect"],
        )
    return found


@cache
def _tests() -> dict[str, list[str]]:
    path = _PROOFS / f"{_TESTS}.json"
    found: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found
