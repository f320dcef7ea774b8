"""Name the rule that refuses a step of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.refusal import Refusal
from engine.rulesets import Ruleset, in_force


class MatchRefused(ValueError):
    """A step of a match that the rules refuse; nothing has changed. ``refusals`` says why."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("; ".join(map(str, refusals)))


def refusal(ruleset: Ruleset, candidates: Sequence[str], facts: Mapping[str, str | int]) -> Refusal:
    """Return the refusal by the first candidate in force; the others in force stand in the slot ``also``."""
    held = in_force(ruleset)
    holding = [rule for rule in candidates if rule in held] or [candidates[0]]
    also = {"also": " ".join(holding[1:])} if len(holding) > 1 else {}
    return Refusal(holding[0], {**facts, **also})
