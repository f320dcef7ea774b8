"""Sentences about files that people bring, in the languages of the rulebook; the words stand in ``messages.json``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("messages.json")


@dataclass(frozen=True, slots=True)
class Message:
    """What was found in a file, and where."""

    id: str
    """Which sentence: a key of ``messages.json``."""
    facts: Mapping[str, str | int] = field(default_factory=dict)
    """What fills the slots of the sentence."""
    line: int = 0
    """Line of the file, from 1; 0 when the whole file is meant."""
    is_loss: bool = False
    """Whether something of the file is missing from what was read, so that a verdict on it would be unsure."""

    def sentence(self, language: str = "en") -> str:
        """Return the sentence in "en", "fr" or "pt"."""
        return sentences()[self.id][language].format_map({key: str(value) for key, value in self.facts.items()})

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence()}" if self.line else self.sentence()


@cache
def sentences() -> dict[str, dict[str, str]]:
    """Return all sentences: id, then language."""
    found: dict[str, dict[str, str]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


class UnreadableFile(ValueError):
    """A file that cannot be used at all; ``str()`` is the English sentence that says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.sentence())
        self.message = message
