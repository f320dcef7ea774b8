"""How much of the rulebook is in force and proven, by chapter and ruleset: ``python -m engine rulebook``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.notation.command import ruleset_of
from engine.rulebook import Rule, chapter_rules, chapters, rules
from engine.rulebook.proving import example, examples, is_proven, proof_of
from engine.rulesets import NAMES, in_force


@dataclass(frozen=True, slots=True)
class Count:
    """Rules that are in force somewhere, and how many of them are proven there."""

    in_force: int
    proven: int

    def __str__(self) -> str:
        return "–" if not self.in_force else f"{self.in_force} / {self.proven}"


def proven_under(rule_id: str) -> frozenset[str]:
    """Return the rulesets under which the rule is in force and proven.

    Cases and tests of other kinds than examples go through all rulesets that have the rule, or do not depend on one.
    """
    proof = proof_of(rule_id)
    if proof.tests or proof.kind != "scenario":
        return frozenset(rules()[rule_id].rulesets if is_proven(rule_id) else ())
    return frozenset(_played().get(rule_id, ()))


@cache
def _played() -> dict[str, set[str]]:
    """Return, for every rule of an example, the bases of the rulesets in which one is played and the rule is in force."""
    found: dict[str, set[str]] = {}
    for one in map(example, examples()):
        for written in one.rulesets:
            ruleset = ruleset_of(written)
            held = in_force(ruleset)
            for rule_id in one.rules:
                if rule_id in held:
                    found.setdefault(rule_id, set()).add(ruleset.name)
    return found


def count(entries: Sequence[Rule], ruleset: str) -> Count:
    """Count the rules of a ruleset among the entries."""
    held = [one.id for one in entries if ruleset in one.rulesets]
    return Count(len(held), sum(map(is_proven, held)))


def table_of_figures() -> str:
    """Return the figures as a table in Markdown: per chapter, and per ruleset what is in force, how many are proven.

    The last line tells how many are proven under the very ruleset: most rules are the same in several of them.
    """
    lines = [
        f"| chapter | entries / proven | {' | '.join(NAMES)} |",
        "|---|---|" + "---|" * len(NAMES),
    ]
    parts: list[tuple[str, list[Rule]]] = [
        (chapter.title["en"], list(chapter_rules(chapter.id).values())) for chapter in chapters().values()
    ]
    parts.append(("**all**", list(rules().values())))
    for title, entries in parts:
        proven = sum(is_proven(one.id) for one in entries)
        counts = " | ".join(str(count(entries, name)) for name in NAMES)
        lines.append(f"| {title} | {len(entries)} / {proven} | {counts} |")
    under = [sum(name in proven_under(rule_id) for rule_id in rules()) for name in NAMES]
    lines.append(f"| proven under the very ruleset | | {' | '.join(map(str, under))} |")
    kinds: dict[str, int] = {}
    for rule_id in rules():
        kinds[proof_of(rule_id).kind] = kinds.get(proof_of(rule_id).kind, 0) + 1
    told = ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items(), key=lambda item: -item[1]))
    return "\n".join([*lines, "", f"Kinds of proof: {told}.", ""])


def main(arguments: Sequence[str]) -> int:
    """Print the figures, and with ``--open`` the rules nothing proves yet; 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m engine rulebook", description="Figures of the rulebook.")
    parser.add_argument("--figures", action="store_true", help="print the table (so it does without an option)")
    parser.add_argument("--open", action="store_true", help="list the rules that nothing proves yet")
    options = parser.parse_args(arguments)
    missing = [rule_id for rule_id in rules() if not is_proven(rule_id)]
    if options.figures or not options.open:
        print(table_of_figures(), end="")
    if options.open:
        print("\n".join(missing))
    return 1 if options.open and missing else 0
