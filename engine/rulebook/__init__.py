"""The rules by id: title, text and refusal sentence in English, French and Portuguese, and where each is stated."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "fr", "pt")

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. The mappings go from language to words; ``refusal`` may hold slots such as ``{card}``."""

    id: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    refusal: Mapping[str, str]
    """Empty for a rule that forbids nothing."""
    source: str
    """Document and place, or the official rule and its date."""


class UnknownRule(KeyError):
    """No rule has that id."""


@cache
def rules() -> dict[str, Rule]:
    """Return all rules by id, in the order of the rulebook's files."""
    found: dict[str, Rule] = {}
    for path in sorted(_FOLDER.glob("*.json")):
        for entry in json.loads(path.read_text(encoding="utf-8")):
            found[entry["id"]] = Rule(entry["id"], entry["title"], entry["text"], entry["refusal"], entry["source"])
    return found


def rule(rule_id: str) -> Rule:
    """Return the rule of that id; raises ``UnknownRule``."""
    try:
        return rules()[rule_id]
    except KeyError:
        raise UnknownRule(rule_id) from None


def refusal_sentence(rule_id: str, facts: Mapping[str, str | int], language: str) -> str:
    """Return the sentence that refuses something by that rule, its slots filled."""
    sentence = rule(rule_id).refusal[language]
    return sentence.format_map({key: str(value) for key, value in {"card": "", **facts}.items()})
