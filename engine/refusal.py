"""A refusal: the rule that forbids something, and the facts its sentence names."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.rulebook import refusal_sentence


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not possible: a rule id and what fills the slots of its sentence."""

    rule: str
    facts: Mapping[str, str | int] = field(default_factory=dict)

    def sentence(self, language: str = "en") -> str:
        """Return the refusal as one sentence in "en", "fr" or "pt"."""
        return refusal_sentence(self.rule, self.facts, language)

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence()}"


class IllegalAction(Exception):
    """An action that the rules refuse was applied; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
